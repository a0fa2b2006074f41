#!/usr/bin/env bash
# Usage: scripts/site.sh DIR
# Writes the page with the engine inside as a folder of static files, for any web space: no server
# is needed, and after the first visit no network. DIR is created; files of an earlier version are
# written over. scripts/target.sh says which compiler is taken; where none builds a standard library
# for several threads, the engine of the site has one thread. xz packs what browsers unpack with a script of the site.
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

# Usage: module FLAGS NAME [CARGO-ARGUMENT...]: builds a module and packs it.
module() {
    local flags=$1 name=$2
    shift 2
    # Proofs are deep, and the thread of a module that speaks with the page works at them.
    CARGO_TARGET_DIR=$modules RUSTFLAGS="${TENGEN_RUSTFLAGS:-} -C link-arg=-zstack-size=33554432 -C strip=symbols $flags" \
        scripts/target.sh "$target" build --quiet -p tengen-browser --profile "$profile" "$@" &&
        cp "$modules/$target/$profile/tengen_browser.wasm" "$site/site/$name.wasm" &&
        pack "$site/site/$name.wasm"
}
module "-C target-feature=+simd128" tengen-simd
module "" tengen

# Threads share the memory, which the page makes: module.js has these numbers, too. Each has a stack
# and variables of its own, which the page sets up.
threads="-C target-feature=+simd128,+atomics,+bulk-memory,+mutable-globals"
threads+=" -C link-arg=--import-memory -C link-arg=--shared-memory"
threads+=" -C link-arg=--initial-memory=50331648 -C link-arg=--max-memory=2147483648"
for name in __stack_pointer __tls_size __wasm_init_tls; do
    threads+=" -C link-arg=--export=$name"
done
if ! TENGEN_LIBRARY=own module "$threads" tengen-threads --features threads; then
    echo "site: no module for several threads could be built: the site has those for one alone" >&2
    cp "$site/site/tengen-simd.wasm.lzma" "$site/site/tengen-threads.wasm.lzma"
fi

cargo run --quiet -p tengen-page --example site -- "$site"
pack "$site"/site/*.net "$site"/site/*.jsonl
echo "site in $1: $(find "$site" -type f | wc -l) files, $(du -sk "$site" | cut -f1) KiB"
