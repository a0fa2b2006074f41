#!/usr/bin/env bash
# Usage: scripts/pgo.sh TARGET PROFILE FILE
# Builds the program for TARGET with counters, lets it search fixed positions with one thread, and
# writes into FILE how often it went which way: -C profile-use=FILE in RUSTFLAGS then builds the
# program by that, as in
#   scripts/pgo.sh x86_64-unknown-linux-gnu dist /tmp/counted
#   RUSTFLAGS="-C profile-use=/tmp/counted" scripts/target.sh x86_64-unknown-linux-gnu build --profile dist
# The program with counters has to run here. Needs llvm-profdata, of the version of LLVM in the
# compiler (scripts/target.sh says which that is): rustup's component llvm-tools, or Debian's llvm-N.
# Exits with 3 where it is missing.
# Environment: RUSTFLAGS; CARGO_TARGET_DIR, in which the build lies in `counters`; TENGEN_SYSROOT.
set -euo pipefail
export LC_ALL=C
if [ $# -ne 3 ] || [[ $1 = -* ]]; then
    sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
target=$1 profile=$2
file=$(realpath -m "$3")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What scripts/target.sh takes: the toolchain, or a compiler whose library cargo builds.
sysroot=${TENGEN_SYSROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/tengen-rustc-web}
if [ -d "$(rustc --print target-libdir --target "$target" 2>/dev/null)" ]; then
    compiler=(rustc) borrowed=no
else
    libraries=$sysroot/usr/lib/$(uname -m)-linux-gnu:$sysroot/usr/lib/llvm-22/lib
    compiler=(env "LD_LIBRARY_PATH=$libraries" "$sysroot/usr/bin/rustc") borrowed=yes
fi
llvm=$("${compiler[@]}" -vV 2>/dev/null | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
host=$(rustc -vV | sed -n 's/^host: //p')
profdata=
for tool in "$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata" "llvm-profdata-$llvm" llvm-profdata; do
    if [ "$("$tool" merge --version 2>/dev/null | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p')" = "$llvm" ]; then
        profdata=$tool
        break
    fi
done
if [ -z "$llvm" ] || [ -z "$profdata" ]; then
    echo "pgo: no llvm-profdata of LLVM ${llvm:-of a compiler for $target}" >&2
    exit 3
fi

targets=$(realpath -m "${CARGO_TARGET_DIR:-target}")/counters
counts=$targets/counts
rm -rf "$counts"
mkdir -p "$counts"
flags="-C profile-generate=$counts"
if [ $borrowed = yes ]; then
    # Its library has no counters of its own for this target, but those for this machine ask for
    # nothing else than what every C library has under other names.
    unpacked=$targets/unpacked
    mkdir -p "$unpacked"
    cat >"$unpacked/names.c" <<'END'
#include <stdarg.h>
#include <stdio.h>
int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    int written = vfprintf(file, format, rest);
    va_end(rest);
    return written;
}
int __snprintf_chk(char *text, size_t most, int flag, size_t size, const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    int written = vsnprintf(text, most, format, rest);
    va_end(rest);
    return written;
}
END
    name=CC_${target//-/_}
    "${!name:-cc}" -O2 -c "$unpacked/names.c" -o "$unpacked/names.o"
    cp "$sysroot/usr/lib/rustlib/$host"/lib/libprofiler_builtins-*.rlib "$unpacked/libcounters.a"
    chmod u+w "$unpacked/libcounters.a"
    # What a linker of C does not read.
    ar t "$unpacked/libcounters.a" | grep -E '^lib.rmeta$|\.rcgu\.o$' |
        xargs ar dD "$unpacked/libcounters.a" 2>/dev/null
    ar rD "$unpacked/libcounters.a" "$unpacked/names.o" 2>/dev/null
    flags+=" -Z no-profiler-runtime -C link-arg=-u__llvm_profile_runtime -C link-arg=$unpacked/libcounters.a -C link-arg=-Wl,-Bstatic -C link-arg=-lc"
fi
CARGO_TARGET_DIR=$targets RUSTFLAGS="${RUSTFLAGS:-} $flags" \
    scripts/target.sh "$target" build --quiet --locked --profile "$profile" --bin tengen
program=$targets/$target/${profile/#dev/debug}/tengen

# Usage: counting NAME ARGUMENT...: runs the program; the order of what is put together is always the same.
counting() {
    LLVM_PROFILE_FILE=$counts/$1.profraw "$program" "${@:2}" >/dev/null
}
# Usage: search NAME OPTION...: positions of one game are searched, from its beginning to its end.
search() {
    local words=() option moves
    for option in "${@:2}"; do words+=(--set "$option"); done
    for moves in "" "h8 i9 g9 h10" "h8 h9 j8 i9 g9 j10 i7" "h8 g8 i9 g7 g9 j8 h10 f8 i11 j12 e7 i8"; do
        echo "position startpos${moves:+ moves $moves}"
        echo "go nodes 20000"
    done | counting "$1" --set Threads=1 "${words[@]}"
}
counting bench bench
for variant in gomoku gomoku20 standard renju caro; do search "$variant" "Variant=$variant"; done
search small Width=12 Height=12 WinLength=5
# What thinks is counted the same each time; threads and streams are not. Of the
# variants for different processors this machine runs one: the counts must not say that the others never run.
"$profdata" merge --output="$file" "$counts"/*.profraw \
    --function='13tengen_engine(4eval|4game|6search|5solve|7pattern|5proof)' \
    --no-function='_avx2|_avx512|_bmi|change_with|played_with|8value_of' >&2
