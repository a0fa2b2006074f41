#!/usr/bin/env bash
# Usage: scripts/site.sh DIR
# Writes the page with the engine inside as a folder of static files, for any web space: no server
# is needed, and after the first visit no network. DIR is created; files of an earlier version are
# written over. scripts/target.sh says which compiler is taken; xz packs what browsers unpack with a
# script of the site.
# Environment: CARGO_TARGET_DIR; TENGEN_PROFILE, the profile of the modules (web); TENGEN_RUSTFLAGS,
# further flags of the compiler.
set -euo pipefail
if [ $# -ne 1 ] || [[ $1 = -* ]]; then
    sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
mkdir -p "$1/site"
site=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=wasm32-unknown-unknown
profile=${TENGEN_PROFILE:-web}
modules=${CARGO_TARGET_DIR:-target}/web

command -v xz >/dev/null || { echo "site: xz: expected that program, which packs modules" >&2; exit 1; }
# Packs files in place, the same bytes each time, by what suits modules best.
pack() {
    xz --force --format=lzma --lzma1=preset=9e,lc=4,pb=0 "$@"
}

# Usage: module FEATURES NAME: builds a module and packs it.
module() {
    # The main thread of a module is the only one, and proofs are deep.
    CARGO_TARGET_DIR=$modules RUSTFLAGS="${TENGEN_RUSTFLAGS:-} -C link-arg=-zstack-size=33554432 -C strip=symbols $1" \
        scripts/target.sh "$target" build --quiet -p tengen-browser --profile "$profile"
    cp "$modules/$target/$profile/tengen_browser.wasm" "$site/site/$2.wasm"
    pack "$site/site/$2.wasm"
}
module "-C target-feature=+simd128" tengen-simd
module "" tengen
cargo run --quiet -p tengen-page --example site -- "$site"
pack "$site"/site/*.net "$site"/site/*.jsonl
echo "site in $1: $(find "$site" -type f | wc -l) files, $(du -sk "$site" | cut -f1) KiB"
