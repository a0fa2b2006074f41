#!/usr/bin/env bash
# Usage: scripts/sbom.sh [OPTION...] > FILE
# Writes what the program is built of to standard output: a bill of materials, CycloneDX 1.5
# as JSON. The options are those of `cargo metadata`: for another choice of features
# (--all-features, --no-default-features, --features LIST), for one system only
# (--filter-platform TARGET), or without a network (--offline).
# The same sources and options give the same bytes. Needs python3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v python3 >/dev/null || {
    echo "sbom: python3 is missing: install it" >&2
    exit 1
}
export PYTHONDONTWRITEBYTECODE=1
metadata=$("${CARGO:-cargo}" metadata --locked --format-version 1 "$@")
python3 -c '
import json, re, sys, uuid

metadata = json.load(sys.stdin)
with open("Cargo.lock", encoding="utf-8") as file:
    lock = [dict(re.findall(r"^(\w+) = \"(.*)\"$", part, re.M)) for part in file.read().split("[[package]]")[1:]]
checksums = {(p["name"], p["version"]): p.get("checksum") for p in lock}
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
root = metadata["resolve"]["root"]


def needs(id, kinds):
    """The packages that one needs, by the kinds of the need: None is to run."""
    for dependency in nodes[id]["deps"]:
        if any(kind["kind"] in kinds for kind in dependency["dep_kinds"]):
            yield dependency["pkg"]


def is_macro(id):
    return any("proc-macro" in target["kind"] for target in packages[id]["targets"])


def reached(kinds, wanted):
    """The packages that the program needs, itself included."""
    found, waiting = set(), [root]
    while waiting:
        id = waiting.pop()
        if id not in found and wanted(id):
            found.add(id)
            waiting.extend(needs(id, kinds))
    return found


everything = reached([None, "build"], lambda id: True)
running = reached([None], lambda id: not is_macro(id))


def reference(id):
    return "pkg:cargo/{name}@{version}".format(**packages[id])


def component(id):
    package = packages[id]
    entry = {
        "type": "application" if id == root else "library",
        "bom-ref": reference(id),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(id),
        # What is there while building only is no part of the program.
        "scope": "required" if id in running else "excluded",
    }
    if package["description"]:
        entry["description"] = " ".join(package["description"].split())
    if package["license"]:
        # Old packages have a slash for "or".
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = checksums.get((package["name"], package["version"]))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package["repository"]:
        entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return entry


ids = sorted(everything, key=reference)
bill = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {"component": component(root)},
    "components": [component(id) for id in ids if id != root],
    "dependencies": [
        {"ref": reference(id), "dependsOn": sorted({reference(n) for n in needs(id, [None, "build"])})}
        for id in ids
    ],
}
# A name that follows from what it names, so that it is the same tomorrow.
content = json.dumps(bill, sort_keys=True)
bill["serialNumber"] = "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, content))
json.dump(bill, sys.stdout, indent=2, sort_keys=True, ensure_ascii=False)
print()
' <<<"$metadata"
