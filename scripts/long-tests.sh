#!/bin/sh
# The tests that take too long for every change.
# Usage: scripts/long-tests.sh [TEST_PROGRAM...]      (default: all of them)
# Runs what is marked #[ignore] in tests/, optimised; minutes to hours.
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    exec cargo test --release --test '*' -- --ignored --nocapture
fi
for program in "$@"; do
    cargo test --release --test "$program" -- --ignored --nocapture
done
