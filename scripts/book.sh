#!/usr/bin/env bash
# Checks a book of 15x15 whole, or makes one of a proof: plays every reply of the second player,
# searches every position beyond the book, joins what they find, and verifies the whole.
# Usage: scripts/book.sh [--python] [VARIANT [PROOF [FOLDER]]]
# PROOF gives the moves where a search of 200,000 positions sees no win (default: the book of
# VARIANT that comes with the program); VARIANT is gomoku or standard. --python lets the second
# checker verify the whole, too. FOLDER (default: book-VARIANT) gets the tree, from which the next
# call goes on after this one was ended, the whole proof, and the book that came of it. TENGEN
# names the program (default: target/release/tengen). Takes hours.
# Exits with 1 if the whole is not proven, with 2 for wrong usage.
set -euo pipefail
python=
if [ "${1:-}" = --python ]; then
    python=1
    shift
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
variant=${1:-gomoku}
proof=${2:-$root/src/engine/proof/books/$variant-15x15.proof}
folder=${3:-book-$variant}
[[ $variant =~ ^(gomoku|standard)$ ]] || {
    echo "book: $variant: expected gomoku or standard" >&2
    exit 2
}
[ -r "$proof" ] || {
    echo "book: $proof: expected a proof" >&2
    exit 2
}
tengen=${TENGEN:-$root/target/release/tengen}
[ -x "$tengen" ] || (cd "$root" && cargo build --release)
mkdir -p "$folder"
"$tengen" prove --variant "$variant" --claim 'x wins' --tree "$folder/tree" --nodes 200000 --memory 64 \
    --threads "$(nproc)" --like "$proof" --condense "$folder/book.proof" --out "$folder/whole.proof.gz"
"$tengen" verify "$folder/whole.proof.gz"
[ -z "$python" ] || "$root/scripts/verify.py" "$folder/whole.proof.gz"

# What lies behind a position settles it without a search.
awk -F '"positions":' '
    /"found":"won"/ && $2 + 0 > 0 { leaves += 1; sum += $2; if ($2 + 0 > most) most = $2 + 0 }
    END { printf "%d positions beyond the book, each seen to be won: %.0f positions visited to see and write that down, at most %d for one\n", leaves, sum, most }
' "$folder/tree/findings.jsonl"
nodes=$(grep -cvE '^(tengen-proof|position|claim) ' "$folder/book.proof")
echo "book: $nodes nodes, $(wc -c <"$folder/book.proof") bytes in $folder/book.proof"
