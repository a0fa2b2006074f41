#!/usr/bin/env bash
# Usage: scripts/target.sh TARGET SUBCOMMAND [CARGO-ARGUMENT...]
# Runs a cargo subcommand (build, check) for another target, as in
#   scripts/target.sh wasm32-unknown-unknown check -p tengen-engine
# with the first compiler that can be had:
#   1. the installed toolchain, if it has the target;
#   2. the same, after rustup has added the target, if TENGEN_RUSTUP=yes allows it;
#   3. Debian's newest compiler (rustc-web), unpacked into TENGEN_SYSROOT and not installed,
#      with a standard library that cargo builds from its sources.
# With TENGEN_LIBRARY=own the library is built from its sources in any case, with the flags of the
# rest, as code for several threads of the web needs it: by the installed toolchain, if it has them
# (rust-src; with TENGEN_RUSTUP=yes rustup adds them), otherwise by Debian's compiler.
# Exits with 3 where none can be had, otherwise as cargo does.
# Environment: TENGEN_RUSTUP; TENGEN_LIBRARY; TENGEN_SYSROOT, ~/.cache/tengen-rustc-web by default.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ $# -lt 2 ]; then
    sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p;}' scripts/target.sh >&2
    exit 2
fi
target=$1 subcommand=$2
shift 2

# Unwinding is not known to the web.
case $target in
wasm32-*) library=std,panic_abort ;;
*) library=std,panic_unwind ;;
esac

has_target() {
    [ -d "$(rustc --print target-libdir --target "$target" 2>/dev/null)" ]
}
has_sources() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]
}
if [ "${TENGEN_LIBRARY:-}" = own ]; then
    if ! has_sources && [ "${TENGEN_RUSTUP:-no}" = yes ]; then
        rustup component add rust-src
    fi
    if has_sources; then
        # A stable compiler builds its library only where it is told that this is meant.
        export RUSTC_BOOTSTRAP=1
        exec cargo "$subcommand" --target "$target" -Z "build-std=$library" "$@"
    fi
else
    if ! has_target && [ "${TENGEN_RUSTUP:-no}" = yes ]; then
        rustup target add "$target"
    fi
    if has_target; then
        exec cargo "$subcommand" --target "$target" "$@"
    fi
fi

none() {
    echo "target: no compiler for $target: $1" >&2
    exit 3
}
root=${TENGEN_SYSROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/tengen-rustc-web}
if ! [ -x "$root/usr/bin/rustc" ]; then
    [ ! -e "$root" ] || none "$root has no usr/bin/rustc"
    if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
        none "TENGEN_RUSTUP=yes asks rustup for one"
    fi
    # Complete or not there at all: what is half unpacked is not found the next time.
    packed=$(mktemp -d)
    trap 'rm -rf "$packed"' EXIT
    runtime=$(apt-cache depends libstd-rust-web-dev 2>/dev/null | sed -n 's/ *Depends: //p')
    # shellcheck disable=SC2086 # its packages are several words
    (cd "$packed" && apt-get download rustc-web rust-web-src libstd-rust-web-dev $runtime \
        libllvm22 lld-22) >/dev/null 2>&1 || none "this system has no package rustc-web"
    rm -rf "$root.new"
    mkdir -p "$root.new"
    for package in "$packed"/*.deb; do
        dpkg -x "$package" "$root.new"
    done
    ln -sf ../lib/llvm-22/bin/lld "$root.new/usr/bin/rust-lld"
    mv "$root.new" "$root"
fi

libraries=$root/usr/lib/$(uname -m)-linux-gnu:$root/usr/lib/llvm-22/lib
export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export RUSTC=$root/usr/bin/rustc RUSTC_BOOTSTRAP=1 PATH=$PATH:$root/usr/bin
cargo "$subcommand" --target "$target" -Z "build-std=$library" "$@"
