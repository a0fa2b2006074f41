#!/usr/bin/env bash
# Usage: scripts/windows.sh [ARGUMENT OF cargo test...]
# Builds the program for Windows and runs its tests there, under wine: all of them by default, in
# some fifteen minutes on two cores, or those that the arguments choose, as in
#   scripts/windows.sh --test program -- gomocup
# Needs wine and x86_64-w64-mingw32-gcc (Debian: wine, gcc-mingw-w64-x86-64-win32);
# scripts/target.sh says which compiler is taken.
# Environment: CARGO_TARGET_DIR; WINEPREFIX, a folder of the target by default.
set -euo pipefail
if [[ ${1:-} = -h || ${1:-} = --help ]]; then
    sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for command in wine x86_64-w64-mingw32-gcc; do
    command -v "$command" >/dev/null || {
        echo "windows: $command is missing: install it" >&2
        exit 3
    }
done
target=x86_64-pc-windows-gnu
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")/windows
export CARGO_TARGET_DIR WINEDEBUG=-all WINEPREFIX=${WINEPREFIX:-$CARGO_TARGET_DIR/wine}
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine

# wine 8 has no library of chance by its new name; each program looks for it beside itself.
programs=$CARGO_TARGET_DIR/$target/debug
mkdir -p "$programs/deps" "$WINEPREFIX"
cat >"$programs/chance.c" <<'END'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PUCHAR bytes, SIZE_T count) {
    return RtlGenRandom(bytes, (ULONG)count);
}
END
x86_64-w64-mingw32-gcc -shared -o "$programs/bcryptprimitives.dll" "$programs/chance.c" -ladvapi32
cp "$programs/bcryptprimitives.dll" "$programs/deps/"

[ $# -gt 0 ] || set -- --lib --bins --test engine --test games --test program --test tools
exec scripts/target.sh "$target" test --workspace --all-features --no-fail-fast "$@"
