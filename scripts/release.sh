#!/usr/bin/env bash
# Usage: scripts/release.sh VERSION DIR
# Makes the packages of a version into DIR, from a clean checkout, the same bytes each time:
#   tengen-VERSION-x86_64-linux.tar.gz   static; instructions of the processor are chosen at run time
#   tengen-VERSION-aarch64-linux.tar.gz  static
#   tengen_VERSION_amd64.deb, tengen_VERSION_arm64.deb  the two above for Debian and its kin, where
#                                        dpkg-deb is at hand
#   tengen-VERSION-x86_64-windows.zip
#   tengen-VERSION-gomocup.zip           pbrain-tengen.exe: freestyle, standard, renju and caro
#   tengen-VERSION-site.tar.gz           the page with the engine inside, for any web space
#   release-note.md                      what is new (src/app/changes.md)
#   SHA256SUMS
# Each package of a program has its manual page, completions, documents, notices and bill of
# materials. Needs python3; for Linux musl-gcc and aarch64-linux-gnu-gcc, for Windows
# x86_64-w64-mingw32-gcc (Debian: musl-tools, gcc-aarch64-linux-gnu with libc6-dev-arm64-cross,
# gcc-mingw-w64-x86-64-win32); scripts/target.sh says which compiler is taken. That for Linux on
# x86-64 is built by counts, where scripts/pgo.sh finds what it needs: some 3 % faster. Its bytes are
# the same again on processors that know the same instructions.
# Environment: TENGEN_PACKAGES, which of linux aarch64 windows site (all of them); TENGEN_PROFILE
# (dist); TENGEN_MAINTAINER, whom a package for Debian names (the author of the commit);
# CARGO_TARGET_DIR.
set -euo pipefail
if [ $# -ne 2 ] || [[ $1 = -* ]]; then
    sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
version=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

refuse() {
    echo "release: $1" >&2
    exit 1
}
known=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
[ "$version" = "$known" ] || refuse "$version: expected $known, the version in Cargo.toml"
[ -z "$(git status --porcelain)" ] || refuse "the checkout has changes: expected what is committed"
note=$(sed -n "/^## $version\$/,/^## /{/^## /!p;}" src/app/changes.md)
[ -n "$note" ] || refuse "$version: expected it in src/app/changes.md"

read -ra packages <<<"${TENGEN_PACKAGES:-linux aarch64 windows site}"
profile=${TENGEN_PROFILE:-dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
targets=$(realpath -m "${CARGO_TARGET_DIR:-target}")/release
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
TENGEN_COMMIT=$(git rev-parse HEAD)
export SOURCE_DATE_EPOCH TENGEN_COMMIT CARGO_INCREMENTAL=0 PYTHONDONTWRITEBYTECODE=1

# Packages do not say who built them, nor where.
sysroot=${TENGEN_SYSROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/tengen-rustc-web}
hide="--remap-path-prefix=$PWD=/tengen --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
hide+=" --remap-path-prefix=$sysroot=/rust --remap-path-prefix=$targets=/target"
export CFLAGS="-ffile-prefix-map=${CARGO_HOME:-$HOME/.cargo}=/cargo -ffile-prefix-map=$targets=/target"

# Usage: build TARGET FLAGS: builds the program.
build() {
    echo "release: building for $1" >&2
    CARGO_TARGET_DIR=$targets RUSTFLAGS="$hide -C strip=symbols $2" \
        scripts/target.sh "$1" build --quiet --locked --profile "$profile" --bin tengen
}

# Usage: count TARGET FLAGS: sets `counted` to the flags that build the program by what it does most
# often, where that can be counted.
count() {
    local file=$work/counted status=0
    counted=
    echo "release: counting for $1" >&2
    CARGO_TARGET_DIR=$targets RUSTFLAGS="$hide -C strip=symbols $2" \
        scripts/pgo.sh "$1" "$profile" "$file" || status=$?
    case $status in
        0) ;;
        3) echo "release: built without counts, the program is some 3 % slower" >&2 && return ;;
        *) refuse "the program could not be counted" ;;
    esac
    # Cargo builds anew where a flag changes, and not where a file does.
    counted="-C profile-use=$targets/counted-$(sha256sum <"$file" | cut -c 1-16)"
    mv "$file" "${counted##*=}"
}

# Usage: documents TARGET FOLDER: what every package has beside its program.
documents() {
    mkdir -p "$2/completions"
    cp README.md protocol.md LICENSE-MIT LICENSE-APACHE "$2"
    scripts/contents.py notices --target "$1" >"$2/NOTICES"
    scripts/contents.py bill --target "$1" >"$2/bill.json"
    "$helper" man >"$2/tengen.1"
    for shell in bash zsh fish powershell; do
        "$helper" completions "$shell" >"$2/completions/tengen.$shell"
    done
}

# Usage: program TARGET NAME FILE: packs what was built.
program() {
    local folder=$work/tengen-$version-$2
    documents "$1" "$folder"
    cp "$targets/$1/$profile/$3" "$folder"
    chmod 755 "$folder/$3"
}

# Usage: debian FOLDER ARCHITECTURE: what was packed, as a package that a system installs. It is of
# one static program, and depends on no other package.
debian() {
    if ! command -v dpkg-deb >/dev/null; then
        echo "release: no package for Debian: dpkg-deb is missing" >&2
        return
    fi
    local folder=$1 root=$work/debian-$2 file shell
    local share=$root/usr/share
    local doc=$share/doc/tengen
    install -D -m 755 "$folder/tengen" "$root/usr/bin/tengen"
    install -D -m 644 "$folder/tengen.1" "$share/man/man1/tengen.1"
    install -D -m 644 "$folder/completions/tengen.bash" "$share/bash-completion/completions/tengen"
    install -D -m 644 "$folder/completions/tengen.zsh" "$share/zsh/vendor-completions/_tengen"
    install -D -m 644 "$folder/completions/tengen.fish" "$share/fish/vendor_completions.d/tengen.fish"
    for file in README.md protocol.md NOTICES bill.json; do
        install -D -m 644 "$folder/$file" "$doc/$file"
    done
    # The program of this package is under either licence, and NOTICES has those of its parts.
    {
        echo "Tengen is licensed under the MIT licence or the Apache License 2.0, as you choose."
        echo "NOTICES.gz has the licences of what it is built of."
        for file in LICENSE-MIT LICENSE-APACHE; do printf '\n' && cat "$folder/$file"; done
    } >"$doc/copyright"
    gzip -9n "$share/man/man1/tengen.1" "$doc/NOTICES" "$doc/protocol.md" "$doc/bill.json"
    mkdir "$root/DEBIAN"
    (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    cat >"$root/DEBIAN/control" <<END
Package: tengen
Version: $version
Architecture: $2
Maintainer: ${TENGEN_MAINTAINER:-$(git log -1 --format='%an <%ae>')}
Installed-Size: $(find "$root/usr" -type f -printf '%s\n' | awk '{ sum += $1 } END { print int(sum / 1024) + 1 }')
Section: games
Priority: optional
Description: engine for gomoku, renju, tic-tac-toe and m,n,k games
 Tengen plays games in which so many stones in a row win, speaks the protocols
 of engines (UCI and Gomocup), proves positions, reviews games and plays matches.
 "tengen play" is a board on the terminal, "tengen serve" a page in a browser.
END
    chmod -R u=rwX,go=rX "$root"
    # Times are those of SOURCE_DATE_EPOCH; how many threads pack decides where blocks end.
    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    DPKG_DEB_THREADS_MAX=1 dpkg-deb -Zxz --root-owner-group --build "$root" "$out/tengen_${version}_$2.deb" >&2
}

linux() {
    local target=x86_64-unknown-linux-musl
    # The library of this compiler asks for an unwinder, which musl does not bring. That of gcc
    # looks its tables up by a function of glibc first, and does without where it finds none.
    local unwinder=$targets/unwinder
    mkdir -p "$unwinder"
    cp "$(gcc -print-file-name=libgcc_eh.a)" "$unwinder/libunwind.a"
    echo 'int _dl_find_object(void *address, void *found) { return -1; }' >"$unwinder/none.c"
    musl-gcc -O2 -c "$unwinder/none.c" -o "$unwinder/none.o"
    ar rD "$unwinder/libunwind.a" "$unwinder/none.o" 2>/dev/null
    export CC_x86_64_unknown_linux_musl=musl-gcc CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=musl-gcc
    local flags="-C link-self-contained=no -C target-feature=+crt-static"
    flags+=" -C relocation-model=static -L native=$unwinder"
    count "$target" "$flags"
    build "$target" "$flags $counted"
    program "$target" x86_64-linux tengen
    scripts/pack.py "$work/tengen-$version-x86_64-linux" "$out/tengen-$version-x86_64-linux.tar.gz"
    debian "$work/tengen-$version-x86_64-linux" amd64
}

aarch64() {
    local target=aarch64-unknown-linux-gnu
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    build "$target" "-C target-feature=+crt-static"
    program "$target" aarch64-linux tengen
    scripts/pack.py "$work/tengen-$version-aarch64-linux" "$out/tengen-$version-aarch64-linux.tar.gz"
    debian "$work/tengen-$version-aarch64-linux" arm64
}

windows() {
    local target=x86_64-pc-windows-gnu folder=$work/tengen-$version-gomocup
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
    # The time that the linker writes into a program would differ.
    build "$target" "-C link-arg=-Wl,--no-insert-timestamp"
    program "$target" x86_64-windows tengen.exe
    scripts/pack.py "$work/tengen-$version-x86_64-windows" "$out/tengen-$version-x86_64-windows.zip"
    # The judge starts what is called so; the rule of a game comes with it.
    mkdir -p "$folder"
    cp "$work/tengen-$version-x86_64-windows/"{NOTICES,LICENSE-MIT,LICENSE-APACHE} "$folder"
    cp "$targets/$target/$profile/tengen.exe" "$folder/pbrain-tengen.exe"
    scripts/pack.py "$folder" "$out/tengen-$version-gomocup.zip"
}

site() {
    local folder=$work/tengen-$version-site
    CARGO_TARGET_DIR=$targets TENGEN_PROFILE=$profile TENGEN_RUSTFLAGS=$hide scripts/site.sh "$folder"
    scripts/contents.py notices --package tengen-browser --features threads --target wasm32-unknown-unknown >"$folder/NOTICES"
    cp LICENSE-MIT LICENSE-APACHE "$folder"
    scripts/pack.py "$folder" "$out/tengen-$version-site.tar.gz"
}

# What prints the manual page and the completions runs here.
echo "release: building for this machine" >&2
CARGO_TARGET_DIR=$targets cargo build --quiet --locked --release --bin tengen
helper=$targets/release/tengen

for package in "${packages[@]}"; do
    case $package in
        linux | aarch64 | windows | site) "$package" ;;
        *) refuse "$package: expected linux, aarch64, windows or site" ;;
    esac
done
printf '# Tengen %s\n%s\n' "$version" "$note" >"$out/release-note.md"
(cd "$out" && sha256sum -- *"$version"* release-note.md >SHA256SUMS && cat SHA256SUMS)
