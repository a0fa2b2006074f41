#!/bin/sh
# Usage: scripts/screenshots.sh [FOLDER [WORDS]]
#
# Takes pictures of the page of `tengen serve`, on a desk and on a phone, light and dark,
# to look at after a change of the page. They are put into FOLDER, target/pictures by
# default; WORDS selects the states that have them in their names, as in "debug".
#
# Needs node, npm and Chromium, like the test `web`; the Chinese ones need a font that has the
# letters, as fonts-wqy-microhei. Environment:
#   TENGEN_WEB_BROWSER  another browser than the Chromium that is found
#   TENGEN_WEB_PAGE     a folder whose scripts and styles are taken as they are, without a
#                       new build of the program: src/page/files
#   TENGEN_WEB_PROGRAM  the program to show: target/debug/tengen, built first
# README.md shows play.webp and debug.webp, kept in tests/data: the state "portrait".
set -eu
cd "$(dirname "$0")/.."
usage() { sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p;}' scripts/screenshots.sh; }
refuse() {
    echo "screenshots.sh: $1" >&2
    exit "${2:-2}"
}
for argument in "$@"; do
    case $argument in
    -h | --help)
        usage
        exit
        ;;
    -*) refuse "$argument: expected a folder and words, or --help" ;;
    esac
done
[ $# -le 2 ] || refuse "$3: expected nothing after the words"
pictures=${1:-target/pictures}
browser=${TENGEN_WEB_BROWSER:-$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome || :)}
[ -n "$browser" ] || refuse "no Chromium: expected one, or its path in TENGEN_WEB_BROWSER" 1
packages=target/tmp/web-packages
mkdir -p "$packages"
cp tests/web/package.json "$packages"
(cd "$packages" && npm install --no-audit --no-fund --no-package-lock --ignore-scripts >/dev/null)
program=${TENGEN_WEB_PROGRAM:-target/debug/tengen}
[ -n "${TENGEN_WEB_PROGRAM:-}" ] || { [ -n "${TENGEN_WEB_PAGE:-}" ] && [ -x "$program" ]; } || cargo build --quiet
said=$(mktemp)
"$program" serve --listen 127.0.0.1:0 --store none >"$said" &
server=$!
trap 'kill "$server"; rm -f "$said"' EXIT
until grep -q . "$said"; do
    kill -0 "$server"
    sleep 0.1
done
TENGEN_WEB_PACKAGES="$PWD/$packages" TENGEN_WEB_BROWSER="$browser" \
    node tests/web/pictures.mjs "$(sed 's/^page at //' "$said")" "$pictures" "${2:-}"
