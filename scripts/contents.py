#!/usr/bin/env python3
"""Usage: scripts/contents.py bill|notices [OPTION...] > FILE

Writes what the program is built of to standard output.
  bill     a bill of materials, CycloneDX 1.5 as JSON
  notices  the licences of all that is in the program, with their texts and names
The options are some of those of `cargo tree`: for another choice of features (--all-features,
--no-default-features, --features LIST), for another system than this one (--target TARGET), for
another package than the program (--package NAME), or without a network (--offline). The same
sources and options give the same bytes. Needs cargo.
"""

import json
import os
import re
import subprocess
import sys
import uuid

CARGO = os.environ.get("CARGO", "cargo")
# Files of a package that say on what terms it may be used.
TERMS = re.compile(r"^(licen[cs]e|notice|copying|copyright|unlicense)", re.IGNORECASE)
# What we take where a licence is a choice, the first that is offered.
CHOICE = ["MIT", "MIT-0", "Apache-2.0", "BSD-3-Clause", "Zlib", "Unicode-3.0"]
SQLITE = "libsqlite3-sys"


def cargo(*arguments):
    command = [CARGO, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def taken(options, name):
    """The value of an option, which is taken out of the options; nothing where it is not there."""
    if name not in options[:-1]:
        return None
    place = options.index(name)
    value = options[place + 1]
    del options[place : place + 2]
    return value


def in_tree(package, target, options, edges):
    """Name and version of each package that cargo would build for the program.

    `cargo metadata` names more: it knows no difference between a feature that asks for a
    package and one that does so only where the package is there anyway.
    """
    arguments = ["tree", "--locked", "--package", package, "--edges", edges, "--target", target]
    text = cargo(*arguments, "--prefix", "none", "--format", "{p}", *options)
    return {tuple(line.split()[:2]) for line in text.splitlines() if line}


class Contents:
    def __init__(self, options):
        options = list(options)
        name = taken(options, "--package") or "tengen"
        self.target = taken(options, "--target") or re.search(r"^host: (.*)$", cargo("-vV"), re.M)[1]
        everything = in_tree(name, self.target, options, "normal,build")
        running = in_tree(name, self.target, options, "normal")
        whole = ["metadata", "--locked", "--format-version", "1", "--filter-platform", self.target]
        metadata = json.loads(cargo(*whole, *options))
        key = lambda package: (package["name"], "v" + package["version"])
        packages = {package["id"]: package for package in metadata["packages"]}
        self.packages = {id: package for id, package in packages.items() if key(package) in everything}
        self.nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
        self.root = next(id for id in self.packages if self.packages[id]["name"] == name)
        macro = lambda package: any("proc-macro" in target["kind"] for target in package["targets"])
        # What only helps to build, and what only macros need, is no part of the program.
        tools = {id for id, package in self.packages.items() if macro(package)}
        self.running, waiting = set(), [self.root]
        while waiting:
            id = waiting.pop()
            if id in self.running or id in tools or id not in self.packages:
                continue
            if key(self.packages[id]) in running:
                self.running.add(id)
                waiting.extend(self.needs(id, [None]))

    def needs(self, id, kinds):
        """The packages that one needs, by the kinds of the need: None is to run."""
        for dependency in self.nodes[id]["deps"]:
            is_meant = any(kind["kind"] in kinds for kind in dependency["dep_kinds"])
            if is_meant and dependency["pkg"] in self.packages:
                yield dependency["pkg"]

    def folder(self, id):
        return os.path.dirname(self.packages[id]["manifest_path"])

    def sqlite(self):
        """The version of SQLite that is built in, or nothing."""
        for id in self.running:
            if self.packages[id]["name"] == SQLITE:
                with open(os.path.join(self.folder(id), "sqlite3/sqlite3.h"), encoding="utf-8") as file:
                    return id, re.search(r'#define SQLITE_VERSION +"(.*)"', file.read())[1]
        return None


def licence(package):
    # Old packages have a slash for "or".
    return (package["license"] or "").replace("/", " OR ")


def bill(contents):
    with open("Cargo.lock", encoding="utf-8") as file:
        parts = file.read().split("[[package]]")[1:]
    lock = [dict(re.findall(r'^(\w+) = "(.*)"$', part, re.M)) for part in parts]
    checksums = {(p["name"], p["version"]): p.get("checksum") for p in lock}
    packages = contents.packages

    def reference(id):
        return "pkg:cargo/{name}@{version}".format(**packages[id])

    def component(id):
        package = packages[id]
        entry = {
            "type": "application" if id == contents.root else "library",
            "bom-ref": reference(id),
            "name": package["name"],
            "version": package["version"],
            "purl": reference(id),
            "scope": "required" if id in contents.running else "excluded",
        }
        if package["description"]:
            entry["description"] = " ".join(package["description"].split())
        if licence(package):
            entry["licenses"] = [{"expression": licence(package)}]
        checksum = checksums.get((package["name"], package["version"]))
        if checksum:
            entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        if package["repository"]:
            entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
        return entry

    ids = sorted(packages, key=reference)
    needed = lambda id: {reference(need) for need in contents.needs(id, [None, "build"])}
    components = [component(id) for id in ids if id != contents.root]
    dependencies = {reference(id): needed(id) for id in ids}
    if contents.sqlite():
        id, version = contents.sqlite()
        purl = f"pkg:generic/sqlite@{version}"
        dependencies[reference(id)].add(purl)
        dependencies[purl] = set()
        components.append({
            "type": "library",
            "bom-ref": purl,
            "name": "sqlite",
            "version": version,
            "purl": purl,
            "scope": "required",
            "licenses": [{"expression": "blessing"}],
        })
    result = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(contents.root)},
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(on)} for ref, on in dependencies.items()],
    }
    # A name that follows from what it names, so that it is the same tomorrow.
    content = json.dumps(result, sort_keys=True)
    result["serialNumber"] = "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, content))
    return json.dumps(result, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def chosen(expression):
    """The licences of a choice that we keep to: of each `A OR B` one."""
    terms = []
    for part in re.sub(r"[()]", "", expression).split(" AND "):
        offered = [word.split(" WITH ")[0] for word in part.split(" OR ")]
        terms.append(next((name for name in CHOICE if name in offered), offered[0]))
    return terms


def terms_of(folder):
    """The texts of licences in a folder, by the names of their files."""
    texts = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if TERMS.match(name) and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                texts[name] = file.read().replace("\r\n", "\n").strip()
    return texts


def wanted(texts, names):
    """Of several texts those of the licences that we keep to, and all notices."""
    words = {"MIT": "mit", "MIT-0": "mit", "Apache-2.0": "apache", "BSD-3-Clause": "bsd", "Zlib": "zlib"}
    marks = [words[name] for name in names if name in words]
    known = [word for word in words.values()]
    kept = {}
    for name, text in texts.items():
        marked = [word for word in known if word in name.lower()]
        if not marked or any(word in marks for word in marked):
            kept[name] = text
    return kept or texts


def notices(contents):
    ours = {id for id in contents.running if contents.packages[id]["source"] is None}
    by_text, without = {}, []
    title = lambda id: "{name} {version}".format(**contents.packages[id])
    for id in sorted(contents.running - ours, key=title):
        package = contents.packages[id]
        name = title(id)
        terms = chosen(licence(package))
        texts = wanted(terms_of(contents.folder(id)), terms)
        for text in texts.values():
            by_text.setdefault(text, []).append(name)
        if not texts:
            authors = ", ".join(re.sub(r" *<.*?>", "", author) for author in package["authors"])
            without.append((name, licence(package), authors, package["repository"] or ""))
    parts = [
        "What others made and is a part of this program, and on what terms. The terms of the\n"
        "program itself are in LICENSE-MIT and LICENSE-APACHE: either, as you choose."
    ]
    parts.append(
        "The Rust standard library\nCopyright (c) The Rust Project Contributors. MIT OR Apache-2.0;\n"
        "https://github.com/rust-lang/rust"
    )
    if "musl" in contents.target:
        parts.append("musl, the C library\nCopyright (c) 2005-2026 Rich Felker, et al. MIT; https://musl.libc.org")
    if contents.sqlite():
        version = contents.sqlite()[1]
        parts.append(f"SQLite {version}\nIts authors gave it to everyone: https://sqlite.org/copyright.html")
    for text, names in by_text.items():
        parts.append(", ".join(names) + "\n\n" + text)
    if without:
        with open("LICENSE-APACHE", encoding="utf-8") as file:
            apache = file.read().strip()
        with open("LICENSE-MIT", encoding="utf-8") as file:
            # The first paragraphs say whose program this is.
            mit = file.read()
        mit = mit[mit.index("Permission is hereby granted"):].strip()
        for name, terms, authors, place in without:
            parts.append(f"{name}\nThe package has no text of its terms, which are {terms}.\nBy: {authors}\n{place}".strip())
        used = {name for _, terms, _, _ in without for name in chosen(terms)}
        parts.extend(text for name, text in [("MIT", mit), ("Apache-2.0", apache)] if name in used)
    return ("\n\n" + "=" * 80 + "\n\n").join(parts) + "\n"


def main():
    writers = {"bill": bill, "notices": notices}
    if len(sys.argv) < 2 or sys.argv[1] not in writers:
        sys.stderr.write(__doc__)
        return 2
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    try:
        sys.stdout.write(writers[sys.argv[1]](Contents(sys.argv[2:])))
    except subprocess.CalledProcessError as error:
        # cargo has said why.
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
