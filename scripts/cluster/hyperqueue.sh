#!/usr/bin/env bash
# Runs a plan of `tengen shard plan` on HyperQueue, and merges the results.
# Usage: scripts/cluster/hyperqueue.sh PLAN RESULTS [ARGUMENT-OF-MERGE...]
# A server and workers must run; README.md beside this says how. Start it again at any time: only
# what is missing is done. With --watch it shows a match as it is played, and when the test of the
# match is decided it cancels its own job. TENGEN names the program (default: tengen), ROUNDS how
# often what failed is tried again (default: 5), CPUS the cores of a shard (default: 1).
# Exits as `tengen shard merge` does, with 2 for wrong usage.
set -euo pipefail
if [ $# -lt 2 ]; then
    echo "hyperqueue.sh: expected PLAN RESULTS" >&2
    exit 2
fi
plan=$1 results=$2
shift 2
tengen=${TENGEN:-tengen} merge=
mkdir -p "$results"
work=$(mktemp -d)
trap 'rm -rf "$work"; [ -z "$merge" ] || kill "$merge" 2>/dev/null || true' EXIT

# Has workers do what is missing, round by round; fails if something is missing at the end.
rounds() {
    local round job
    for round in $(seq "${ROUNDS:-5}"); do
        "$tengen" shard missing "$plan" --dir "$results" > "$work/rest" || exit
        [ -s "$work/rest" ] || return 0
        echo "round $round: $(wc -l < "$work/rest") shards" >&2
        # Each line becomes HQ_ENTRY of a task. A task whose worker is lost starts again, five
        # times at most; one that fails waits for the next round, where another worker may get it.
        job=$(hq submit --output-mode quiet --each-line "$work/rest" --cpus "${CPUS:-1}" \
            --crash-limit 5 --stdout none --stderr "$results/$$-%{TASK_ID}.err:rm-if-finished" \
            -- "$tengen" shard run --dir "$results") || exit
        echo "$job" > "$work/job"
        [ ! -e "$work/decided" ] || hq job cancel "$job" >&2
        # It exits with 1 when tasks failed, which the next round sees.
        hq job wait "$job" >&2 || true
        if hq job list --filter canceled --output-mode quiet | grep -q "^$job "; then
            [ -e "$work/decided" ] || echo "hyperqueue.sh: job $job was cancelled" >&2
            break
        fi
        # Why some failed, for example; the rest stays in the files.
        tail -qn 1 "$results/$$"-*.err 2>/dev/null | head -n 3 >&2
    done
    "$tengen" shard missing "$plan" --dir "$results" > "$work/rest" || exit
    [ ! -s "$work/rest" ] || [ -e "$work/decided" ]
}

if [[ " $* " == *" --watch "* ]]; then
    # The merge runs beside the job. Nobody needs the shards that are left after its test.
    over="touch '$work/decided'; [ ! -e '$work/job' ] || hq job cancel \$(cat '$work/job') >&2"
    "$tengen" shard merge "$plan" --dir "$results" "$@" --cancel "$over" &
    merge=$!
fi
if rounds; then
    # What failed before was done in the end.
    rm -f "$results/$$"-*.err
    if [ -n "$merge" ]; then
        wait "$merge" && code=0 || code=$?
        merge=
        exit "$code"
    fi
fi
words=()
for word in "$@"; do [ "$word" = --watch ] || words+=("$word"); done
"$tengen" shard merge "$plan" --dir "$results" "${words[@]}"
