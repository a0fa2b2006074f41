#!/usr/bin/env python3
"""Usage: scripts/pack.py FOLDER FILE

Packs a folder with all that is in it into FILE, which ends in .tar.gz or .zip. The same files
give the same bytes: names are sorted, owners are left out, and every time is SOURCE_DATE_EPOCH
(seconds since 1970; 1980-01-01 by default).
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile

FIRST_OF_ZIP = 315532800


def files(folder):
    """Each file below a folder, with its name in the package."""
    above = os.path.dirname(os.path.abspath(folder))
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            yield path, os.path.relpath(path, above).replace(os.sep, "/")


def mode(path):
    return 0o755 if os.access(path, os.X_OK) else 0o644


def tar(folder, out, moment):
    with open(out, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=moment) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as package:
            for path, name in files(folder):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = os.path.getsize(path), mode(path), moment
                with open(path, "rb") as file:
                    package.addfile(entry, file)


def zipped(folder, out, moment):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for path, name in files(folder):
            entry = zipfile.ZipInfo(name, time.gmtime(max(moment, FIRST_OF_ZIP))[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode(path) << 16
            entry.create_system = 3
            with open(path, "rb") as file:
                package.writestr(entry, file.read())


def main():
    if len(sys.argv) != 3 or not sys.argv[2].endswith((".tar.gz", ".zip")):
        sys.stderr.write(__doc__)
        return 2
    folder, out = sys.argv[1:]
    if not os.path.isdir(folder):
        sys.stderr.write(f"pack: {folder}: expected a folder\n")
        return 2
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", FIRST_OF_ZIP))
    (tar if out.endswith(".tar.gz") else zipped)(folder, out, moment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
