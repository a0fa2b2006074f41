#!/usr/bin/env python3
"""Runs a plan of `tengen shard plan` on HyperQueue inside this process: server and workers of the
Python package (pip install hyperqueue), on one machine. hyperqueue.sh is for many machines.
Start it again at any time: only what is missing is done. Exits as `tengen shard merge` does."""

import argparse
import os
import subprocess
import sys
import tempfile


def missing(arguments):
    """The lines of the plan that have no result."""
    command = [arguments.tengen, "shard", "missing", arguments.plan, "--dir", arguments.results]
    found = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if found.returncode:
        sys.exit(found.returncode)
    return found.stdout.splitlines()


def run(client, arguments, lines):
    """Gives each line to a task; what fails is left for the next round."""
    from hyperqueue.job import Job

    job = Job(max_fails=None)
    command = [arguments.tengen, "shard", "run", "--dir", arguments.results]
    for line in lines:
        job.program(command, env={"HQ_ENTRY": line}, cwd=os.getcwd(), stdout=None, stderr=None)
    client.wait_for_jobs([client.submit(job)], raise_on_error=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan")
    parser.add_argument("results")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers of a core each")
    parser.add_argument("--rounds", type=int, default=5, help="how often what failed is tried")
    parser.add_argument("--tengen", default="tengen", help="the program")
    arguments = parser.parse_args()
    try:
        from hyperqueue import LocalCluster
        from hyperqueue.cluster import WorkerConfig
    except ImportError as error:
        sys.exit(f"local_hyperqueue.py: {error}: expected the package hyperqueue")
    os.makedirs(arguments.results, exist_ok=True)
    arguments.results = os.path.abspath(arguments.results)
    with tempfile.TemporaryDirectory() as folder, LocalCluster(folder) as cluster:
        for _ in range(arguments.workers):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        for number in range(arguments.rounds):
            lines = missing(arguments)
            if not lines:
                break
            print(f"round {number + 1}: {len(lines)} shards", file=sys.stderr)
            run(client, arguments, lines)
    merge = [arguments.tengen, "shard", "merge", arguments.plan, "--dir", arguments.results]
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
