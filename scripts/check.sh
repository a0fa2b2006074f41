#!/usr/bin/env bash
# Usage: scripts/check.sh [STEP...]
# Runs the steps in the order given, all of them by default, and stops at the
# first that fails.
#   format     the code is formatted
#   lint       no warning from clippy, with no and with all features, and rustdoc; what
#              cargo-deny says of the packages, where it is installed
#   signature  the bench counts what the history says, optimised and not (scripts/signature.sh)
#   test       every test of every package, with every feature, and nothing left out
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

format() {
    cargo fmt --check
}

lint() {
    cargo clippy -p tengen --no-default-features -- -D warnings
    cargo clippy --workspace --all-targets --all-features -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items
    # tests/house/dependencies.rs has looked at the same, with less.
    if command -v cargo-deny >/dev/null; then
        cargo deny --offline --locked check licenses bans sources
    fi
}

signature() {
    scripts/signature.sh
}

# `test` is a word of the shell.
run_tests() {
    # Tests of programs wait more than they work: two beside each other leave cores idle.
    export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((2 * $(getconf _NPROCESSORS_ONLN)))}
    TENGEN_TESTS=all cargo test --workspace --all-features --no-fail-fast
}

# Tests come last: their summary is what one wants to see at the end.
[ $# -gt 0 ] || set -- format lint signature test
for step in "$@"; do
    printf '== %s\n' "$step"
    begin=$SECONDS
    case $step in
        format | lint | signature) "$step" ;;
        test) run_tests ;;
        *)
            echo "check: $step: expected format, lint, signature or test" >&2
            exit 2
            ;;
    esac
    printf '== %s: fine after %d s\n' "$step" $((SECONDS - begin))
done
