#!/usr/bin/env bash
# A task of a Slurm array that does shards of a plan of `tengen shard plan`.
# Usage: sbatch --array=1-100 scripts/cluster/slurm.sh PLAN RESULTS
# Task 7 of 100 does the lines 7, 107, 207, ... of the plan, so that plans may be longer than
# MaxArraySize. Submit it again at any time: what is there is skipped. A shard that another machine
# may finish (exit code 75, or a worker that was killed) sends the task back to the queue, three
# times at most. TENGEN names the program (default: tengen).
#SBATCH --job-name=tengen-shards
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=slurm-%A_%a.out
set -euo pipefail
if [ $# -ne 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "slurm.sh: expected sbatch --array=1-N slurm.sh PLAN RESULTS" >&2
    exit 2
fi
plan=$1 results=$2 worst=0
count=${SLURM_ARRAY_TASK_COUNT:-1} first=${SLURM_ARRAY_TASK_MIN:-1}
if [ "$((first + count - 1))" != "${SLURM_ARRAY_TASK_MAX:-$count}" ]; then
    echo "slurm.sh: an array of $count tasks up to ${SLURM_ARRAY_TASK_MAX}: expected --array=1-N" >&2
    exit 2
fi
# A plan that cannot be read here can be elsewhere.
lines=$(wc -l < "$plan") || { lines=0 worst=75; }
for ((line = SLURM_ARRAY_TASK_ID - first + 1; line <= lines; line += count)); do
    code=0
    "${TENGEN:-tengen}" shard run "$plan" "$line" --dir "$results" || code=$?
    # A killed job has no time to say that another may try.
    if [ "$code" -gt 128 ]; then code=75; fi
    # The hope to do better elsewhere comes before what nobody can do.
    if [ "$code" = 75 ] || [ "$worst" = 0 ]; then worst=$code; fi
done
if [ "$worst" = 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit "$worst"
