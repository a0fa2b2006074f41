#!/usr/bin/env bash
# Runs a plan of `tengen shard plan` on HyperQueue, and merges the results.
# Usage: scripts/cluster/hyperqueue.sh PLAN RESULTS [ARGUMENT-OF-MERGE...]
# A server and workers must run; README.md beside this says how. Start it again at any time: only
# what is missing is done. TENGEN names the program (default: tengen), ROUNDS how often what failed
# is tried again (default: 5), CPUS the cores of a shard (default: 1).
# Exits as `tengen shard merge` does, with 2 for wrong usage.
set -euo pipefail
if [ $# -lt 2 ]; then
    echo "hyperqueue.sh: expected PLAN RESULTS" >&2
    exit 2
fi
plan=$1 results=$2
shift 2
tengen=${TENGEN:-tengen}
mkdir -p "$results"
for round in $(seq "${ROUNDS:-5}"); do
    "$tengen" shard missing "$plan" --dir "$results" > "$results/rest.jsonl"
    [ -s "$results/rest.jsonl" ] || break
    echo "round $round: $(wc -l < "$results/rest.jsonl") shards" >&2
    # Each line becomes HQ_ENTRY of a task. A task whose worker is lost starts again, five times at
    # most; one that fails waits for the next round, where another worker may get it.
    job=$(hq submit --output-mode quiet --each-line "$results/rest.jsonl" --cpus "${CPUS:-1}" \
        --crash-limit 5 --stdout none --stderr "$results/%{TASK_ID}.err" \
        -- "$tengen" shard run --dir "$results")
    # It exits with 1 when tasks failed, which the next round sees.
    hq job wait "$job" || true
done
exec "$tengen" shard merge "$plan" --dir "$results" "$@"
