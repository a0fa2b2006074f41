#!/usr/bin/env bash
# Makes the 300 puzzles that come with the program: a hundred each of freestyle, standard and
# renju; wins by fours, wins by threats and defences, from easy to hard.
#
#   scripts/puzzles.sh [FOLDER]
#
# What was found is kept in FOLDER (target/puzzles), so that the next run goes on. TENGEN names
# the program, JOBS how many games are looked at at the same time. Another search finds other
# puzzles: the file in the repository is the one that a run has made.

set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/puzzles}
tengen=${TENGEN:-target/release/tengen}
mkdir -p "$folder"

# What is made of each game: its name, kind, grades, number, seed.
sets='
gomoku vcf 1 11 11
gomoku vcf 2 11 12
gomoku vcf 3..9 12 13
gomoku vct 1..4 11 21
gomoku vct 5..6 11 22
gomoku vct 7..9 11 23
gomoku defence 1..2 11 31
gomoku defence 3 11 32
gomoku defence 4..9 11 33
standard vcf 1 11 11
standard vcf 2 11 12
standard vcf 3..9 12 13
standard vct 1..9 33 21
standard defence 1..9 33 31
renju vcf 1 11 11
renju vcf 2 11 12
renju vcf 2..9 12 13
renju vct 1..9 33 21
renju defence 1..9 23 31
renju defence 1..9 10 32
'
files=()
while read -r variant kind grades count seed; do
  [ -n "$kind" ] || continue
  file="$folder/$variant-$kind-$seed.jsonl"
  "$tengen" puzzles --variant "$variant" --kind "$kind" --grade "$grades" --count "$count" \
    --seed "$seed" --min-moves 2 --concurrency "${JOBS:-2}" --out "$file"
  files+=("$file")
done <<< "$sets"
cat "${files[@]}" | gzip -9n > src/analysis/puzzles/shipped.jsonl.gz
ls -l src/analysis/puzzles/shipped.jsonl.gz
