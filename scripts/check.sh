#!/usr/bin/env bash
# Usage: scripts/check.sh [STEP...]
# Runs the steps in the order given, all of them by default, and stops at the
# first that fails.
#   format     the code is formatted
#   lint       no warning from clippy and rustdoc
#   features   what only some builds hold: no warning, and its tests
#   signature  the bench counts what the history says, in every build (scripts/signature.sh)
#   test       every test: the README's test command, and nothing of it left out
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

format() {
    cargo fmt --check
}

lint() {
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items
}

features() {
    cargo clippy --workspace --all-targets --all-features -- -D warnings
    local workshop=(--no-default-features --features "datagen tune")
    cargo test "${workshop[@]}" --lib -- tools::training
    cargo test "${workshop[@]}" --test tools -- tune::
}

signature() {
    scripts/signature.sh
}

# `test` is a word of the shell.
run_tests() {
    # Many tests wait for programs more than they compute.
    RUST_TEST_THREADS=${RUST_TEST_THREADS:-4} TENGEN_TESTS=all cargo test --no-fail-fast
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
