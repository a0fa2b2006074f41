#!/usr/bin/env bash
# Proves the values of small boards, checks every file twice, and prints them as a table.
# Usage: scripts/prove-table.sh [--python] [WIDTHxHEIGHTkN...]     (default: all of the list below)
# The files go to the folder $PROOFS, ./proofs if it is unset. --python lets the second checker
# try each file, too. TENGEN names the program (default: target/release/tengen), LIMIT the longest
# time for a board (default: 30m).
# Exits with 1 if a board stays undecided or a file is not proven, with 2 for wrong usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
boards=(
    3x3k3 4x3k3 5x3k3 4x4k3 5x4k3 5x5k3
    4x4k4 5x4k4 6x4k4 7x4k4 8x4k4 9x4k4 10x4k4 5x5k4 6x5k4 6x6k4
    5x5k5 6x5k5 6x6k5 7x5k5 7x6k5 7x7k5 8x5k5 8x6k5
)
python=
if [ "${1:-}" = --python ]; then
    python=1
    shift
fi
[ $# -eq 0 ] || boards=("$@")
for board in "${boards[@]}"; do
    [[ $board =~ ^[0-9]+x[0-9]+k[0-9]+$ ]] || {
        echo "prove-table: $board: expected a board such as 7x7k5" >&2
        exit 2
    }
done
tengen=${TENGEN:-target/release/tengen}
[ -x "$tengen" ] || cargo build --release
folder=${PROOFS:-proofs}
mkdir -p "$folder"
TIMEFORMAT=%R
code=0

# Usage: checked FILE COMMAND...: the seconds that a checker takes, or what it says.
checked() {
    local file=$1
    shift
    { time { "$@" "$file" >/dev/null 2>&1 || echo "not proven after" >&2; }; } 2>&1 | paste -sd " "
}

echo "| board | claim | nodes | positions | seconds | bytes | check, s | exhaustive, s |${python:+ Python, s |}"
echo "|---|---|---|---|---|---|---|---|${python:+---|}"
for board in "${boards[@]}"; do
    size=${board%k*}
    k=${board##*k}
    out=$folder/$board.proof.gz
    rm -f "$folder/$board"-*.proof.gz "$out"
    said=$folder/$board.txt
    seconds=$({ time "$tengen" prove --size "$size" --k "$k" --time "${LIMIT:-30m}" --memory 1024 \
        --out "$out" >"$said" || true; } 2>&1)
    if ! grep -q ^proven: "$said"; then
        echo "| $size k=$k | $(cat "$said") | | | $seconds | | | |${python:+ |}"
        code=1
        continue
    fi
    while IFS=, read -r claim nodes positions bytes; do
        file=${bytes##* in }
        row="| $size k=$k | ${claim#proven: } |${nodes% nodes} |${positions% positions} | $seconds |${bytes%% bytes*} |"
        row+=" $(checked "$file" "$tengen" verify) | $(checked "$file" "$tengen" verify --exhaustive) |"
        [ -z "$python" ] || row+=" $(checked "$file" scripts/verify.py) |"
        echo "$row"
        case $row in *"not proven"*) code=1 ;; esac
    done <"$said"
done
exit $code
