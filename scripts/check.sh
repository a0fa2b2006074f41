#!/usr/bin/env bash
# Usage: scripts/check.sh [STEP...]
# Runs the steps in the order given, all of them by default, and stops at the
# first that fails.
#   format     the code is formatted
#   lint       no warning from clippy and rustdoc
#   features   what only some builds hold: no warning, and its tests
#   signature  the bench counts what the history says, in every build (scripts/signature.sh)
#   test       every test: the README's test command
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

format() {
    cargo fmt --check
}

lint() {
    cargo clippy --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items
}

features() {
    cargo clippy --all-targets --all-features -- -D warnings
    cargo test --all-features --lib -- tools::training
    cargo test --all-features --test tune
}

signature() {
    scripts/signature.sh
}

# `test` is a word of the shell.
run_tests() {
    cargo test
}

# Tests come last: their summary is what one wants to see at the end.
[ $# -gt 0 ] || set -- format lint features signature test
for step in "$@"; do
    printf '== %s\n' "$step"
    begin=$SECONDS
    case $step in
        format | lint | features | signature) "$step" ;;
        test) run_tests ;;
        *)
            echo "check: $step: expected format, lint, features, signature or test" >&2
            exit 2
            ;;
    esac
    printf '== %s: fine after %d s\n' "$step" $((SECONDS - begin))
done
