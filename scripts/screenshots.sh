#!/bin/sh
# Usage: scripts/screenshots.sh [FOLDER [WORDS]]      (default: target/pictures, all of them)
# Pictures of the page of `tengen serve`, on a desk and on a phone, light and dark, for
# whoever changes it to look at. Needs node, npm and Chromium, like the test `web`;
# TENGEN_WEB_BROWSER names another browser. With TENGEN_WEB_PAGE=src/app/web/page scripts
# and styles are taken from there as they are, without a new build. The README shows
# portrait.webp, kept as tests/data/page.webp.
set -eu
cd "$(dirname "$0")/.."
pictures=${1:-target/pictures}
browser=${TENGEN_WEB_BROWSER:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
packages=target/tmp/web-packages
mkdir -p "$packages"
cp tests/web/package.json "$packages"
(cd "$packages" && npm install --no-audit --no-fund --no-package-lock --ignore-scripts >/dev/null)
[ -n "${TENGEN_WEB_PAGE:-}" ] && [ -x target/debug/tengen ] || cargo build --quiet
said=$(mktemp)
target/debug/tengen serve --listen 127.0.0.1:0 --store none >"$said" &
server=$!
trap 'kill "$server"; rm -f "$said"' EXIT
until grep -q . "$said"; do
    kill -0 "$server"
    sleep 0.1
done
TENGEN_WEB_PACKAGES="$PWD/$packages" TENGEN_WEB_BROWSER="$browser" \
    node tests/web/pictures.mjs "$(sed 's/^page at //' "$said")" "$pictures" "${2:-}"
