#!/usr/bin/env bash
# Usage: scripts/check.sh [STEP...]
# Runs the steps in the order given, all of them by default, and stops at the
# first that fails.
#   format     the code is formatted
#   lint       no warning from clippy, with all features and with few, and rustdoc; what
#              cargo-deny says of the packages, where it is installed
#   signature  the bench counts what the history says, optimised and not (scripts/signature.sh)
#   web        the packages for a browser compile for it (scripts/target.sh); skipped, with a word,
#              where no compiler for it can be had
#   test       every test of every package, with every feature, and nothing left out
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

format() {
    cargo fmt --check
}

lint() {
    cargo clippy --workspace --all-targets --all-features -- -D warnings
    # Without what can be left out; the features of the engine stay, so that it is not read again.
    # As users build it, without `tune`, the engine is compiled by the step `web`.
    cargo clippy -p tengen --no-default-features --features tune,thorough -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items
    # tests/house/dependencies.rs has looked at the same, with less.
    if command -v cargo-deny >/dev/null; then
        cargo deny --offline --locked check licenses bans sources
    fi
}

signature() {
    scripts/signature.sh
}

# What another compiler makes of the packages lies in a folder of its own, so that this can go on
# beside the other steps: they leave a core idle now and then.
begin_web() {
    web_log=$(mktemp)
    CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/web nice scripts/target.sh \
        wasm32-unknown-unknown check --quiet \
        -p tengen-engine -p tengen-games -p tengen-page -p tengen-browser \
        --features tengen-browser/threads >"$web_log" 2>&1 &
    web_job=$!
    trap 'kill "$web_job" 2>/dev/null || true' EXIT
}

web() {
    local status=0
    wait "$web_job" || status=$?
    trap - EXIT
    cat "$web_log"
    rm "$web_log"
    [ "$status" != 3 ] || echo "skipped: the packages were not tried for the web"
    [ "$status" = 0 ] || [ "$status" = 3 ]
}

# `test` is a word of the shell.
run_tests() {
    # Tests of programs wait more than they work: two beside each other leave cores idle.
    export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((2 * $(getconf _NPROCESSORS_ONLN)))}
    TENGEN_TESTS=all cargo test --workspace --all-features --no-fail-fast
}

# Tests come last: their summary is what one wants to see at the end.
[ $# -gt 0 ] || set -- format lint signature web test
[[ " $* " != *" web "* ]] || begin_web
for step in "$@"; do
    printf '== %s\n' "$step"
    begin=$SECONDS
    case $step in
        format | lint | signature | web) "$step" ;;
        test) run_tests ;;
        *)
            echo "check: $step: expected format, lint, signature, web or test" >&2
            exit 2
            ;;
    esac
    printf '== %s: fine after %d s\n' "$step" $((SECONDS - begin))
done
