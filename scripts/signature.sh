#!/usr/bin/env bash
# Usage: scripts/signature.sh
# Counts the nodes of the bench twice, in an optimised build of the engine and in the debug build
# of the program with every feature, which must agree; then compares them with the newest commit
# whose message has a line "Bench: <nodes>". A change of what the engine searches writes the new
# number into the message; any other difference is a mistake.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Usage: count COMMAND...: prints the nodes that a bench counts.
count() {
    local last
    last=$("$@" | tail -n 1)
    if ! [[ $last =~ ^([0-9]+)\ nodes\ [0-9]+\ nps$ ]]; then
        echo "signature: the bench ended with '$last', expected '<N> nodes <S> nps'" >&2
        return 1
    fi
    echo "${BASH_REMATCH[1]}"
}

# Both are built at the same time: the engine alone keeps one core busy. The debug build is the
# one of the tests: cargo run would build the engine and more once again, for tests want other
# features of some packages.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count cargo run --quiet --release -p tengen-engine --example bench >"$folder/optimised" &
cargo test --quiet --workspace --all-features --no-run
debug=$(count "${CARGO_TARGET_DIR:-target}/debug/tengen" bench)
wait $!
counted=$(<"$folder/optimised")
if [ "$counted" != "$debug" ]; then
    echo "signature: the optimised engine counts $counted nodes, the debug build of the program $debug" >&2
    exit 1
fi

# A copy without history, or one that begins after the number, has nothing to compare.
if ! history=$(git log --date-order -1 --extended-regexp --grep='^Bench: [0-9]+$' \
    --format='%h%n%B' 2>/dev/null) || [ -z "$history" ]; then
    echo "signature: $counted nodes; not compared: no commit here has a Bench line"
    exit 0
fi
commit=${history%%$'\n'*}
expected=$(sed -nE 's/^Bench: ([0-9]+)$/\1/p' <<<"$history" | tail -n 1)
if [ "$counted" != "$expected" ]; then
    echo "signature: the bench counts $counted nodes, commit $commit says $expected" >&2
    exit 1
fi
echo "signature: $counted nodes, as commit $commit says"
