#!/usr/bin/env bash
# Makes the 300 puzzles that come with the program, of five rules: wins by fours, wins by threats
# and defences, from what a child solves to the hardest that are found.
#
#   scripts/puzzles.sh [FOLDER]
#
# What was found is kept in FOLDER (target/puzzles), so that the next run goes on; the same program
# finds the same puzzles. TENGEN names the program; JOBS is how many games are looked at, and how
# many puzzles checked, at the same time. scripts/puzzles.py picks from all that was found, and at the end asks
# `tengen prove` about the solutions and what else looks right: no puzzle may fall.

set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-target/puzzles}
tengen=${TENGEN:-target/release/tengen}
mkdir -p "$folder"

# What is made of games of each variant: kinds, least and most moves of the winner, number, seed,
# positions for each move of the games, positions of the first search (--effort). Every other move
# of an attack is proven to lose. In caro fours are the only threats.
sets='
gomoku vcf 1 1 2 101 250 1500
standard vcf 1 1 2 201 250 1500
renju vcf 1 1 2 301 250 1500
caro vcf 1 1 4 401 250 1500
caro-overline vcf 1 1 4 501 250 1500
gomoku defence 1 1 2 102 250 1500
standard defence 1 1 2 202 250 1500
renju defence 1 1 2 302 250 1500
caro defence 1 1 6 402 250 1500
caro-overline defence 1 1 6 502 250 1500
gomoku vcf 2 200 25 103 250 1500
standard vcf 2 200 25 203 250 1500
renju vcf 2 200 25 303 250 1500
caro vcf 2 200 8 403 250 1500
gomoku vct 2 200 20 104 400 4000
standard vct 2 200 15 204 400 4000
renju vct 2 200 4 304 400 4000
gomoku defence 2 200 1 105 250 1500
caro vcf 2 200 16 406 40 1500
caro-overline vcf 2 200 27 506 40 1500
gomoku vct,defence 2 200 3 107 400 4000
standard vct,defence 2 200 2 207 400 4000
gomoku vcf 4 200 24 108 250 1500
standard vcf 4 200 27 208 250 1500
renju vcf 4 200 42 308 250 1500
gomoku vcf 6 200 4 109 250 1500
standard vcf 6 200 9 209 250 1500
renju vcf 6 200 6 309 250 1500
'
files=()
while read -r variant kinds least most count seed nodes effort; do
  [ -n "$kinds" ] || continue
  file="$folder/$variant-$seed.jsonl"
  "$tengen" puzzles --variant "$variant" --kind "$kinds" --min-moves "$least" \
    --max-moves "$most" --count "$count" --seed "$seed" --nodes "$nodes" --effort "$effort" \
    --open 0 --concurrency "${JOBS:-2}" --out "$file"
  files+=("$file")
done <<< "$sets"
scripts/puzzles.py pick "${files[@]}" > "$folder/picked.jsonl"
scripts/puzzles.py check --engine "$tengen" --nodes 2000000 --jobs "${JOBS:-2}" \
  "$folder/picked.jsonl"
gzip -9n < "$folder/picked.jsonl" > src/games/puzzles/shipped.jsonl.gz
ls -l src/games/puzzles/shipped.jsonl.gz
