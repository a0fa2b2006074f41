#!/usr/bin/env bash
# Usage: scripts/signature.sh [PROGRAM]
# Compares the nodes that the bench counts with those of the newest commit whose
# message has a line "Bench: <nodes>". Whoever changes what the engine searches
# writes the new number into the message; any other difference is a mistake.
# PROGRAM is the engine to run; without it the release build is made and run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A copy without history, or one that begins after the number, has nothing to compare.
if ! history=$(git log --date-order -1 --extended-regexp --grep='^Bench: [0-9]+$' \
    --format='%h%n%B' 2>/dev/null) || [ -z "$history" ]; then
    echo "signature: skipped: no commit with a Bench line in this history"
    exit 0
fi
commit=${history%%$'\n'*}
expected=$(sed -nE 's/^Bench: ([0-9]+)$/\1/p' <<<"$history" | tail -n 1)

if [ $# -gt 0 ]; then
    program=("$@")
else
    program=(cargo run --release --quiet --)
fi
last=$("${program[@]}" bench | tail -n 1)
counted=${last%% nodes *}
if ! [[ $counted =~ ^[0-9]+$ ]]; then
    echo "signature: the bench ended with '$last', expected '<N> nodes <S> nps'" >&2
    exit 1
fi
if [ "$counted" != "$expected" ]; then
    echo "signature: the bench counts $counted nodes, commit $commit says $expected" >&2
    exit 1
fi
echo "signature: $counted nodes, as commit $commit says"
