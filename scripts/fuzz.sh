#!/bin/sh
# Gives readers changed files and lines for as long as you like, and keeps what breaks them.
# Usage: scripts/fuzz.sh [MINUTES] [TARGET...]      (default: 10 minutes, all targets at once)
# Targets: records positions proofs native ugi gomocup yixin requests; their seeds lie in
# tests/fuzz/corpus. TENGEN_FUZZ_SEED=NUMBER begins elsewhere; the time of day does if it is unset.
# Prints inputs and findings of each target, names the file of each finding, and exits
# with 0 if there was none. A finding belongs into the corpus, as small as it is.
set -eu
cd "$(dirname "$0")/.."
minutes=10
case ${1:-} in
    '' | *[!0-9]*) ;;
    *)
        minutes=$1
        shift
        ;;
esac
for target in "$@"; do
    if ! [ -d "tests/fuzz/corpus/$target" ]; then
        echo "fuzz: $target: expected $(cd tests/fuzz/corpus && echo *)" >&2
        exit 2
    fi
done
TENGEN_FUZZ_SEED=${TENGEN_FUZZ_SEED:-$(date +%s)}
TENGEN_FUZZ_SECONDS=$((minutes * 60))
export TENGEN_FUZZ_SEED TENGEN_FUZZ_SECONDS
echo "fuzz: seed $TENGEN_FUZZ_SEED, $minutes minutes"
# As many at once as there are targets: each takes all of its time.
count=$(($# > 0 ? $# : 8))
exec cargo test -p tengen-games --test fuzz -- --nocapture --exact --test-threads "$count" "$@"
