#!/usr/bin/env python3
"""Runs a plan of `tengen shard plan` on HyperQueue inside this process: server and workers of the
Python package (pip install hyperqueue), on one machine. hyperqueue.sh is for many machines.
Start it again at any time: only what is missing is done. Exits as `tengen shard merge` does."""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile


def missing(arguments):
    """The lines of the plan that have no result."""
    command = [arguments.tengen, "shard", "missing", arguments.plan, "--dir", arguments.results]
    try:
        found = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        sys.exit(f"local_hyperqueue.py: {arguments.tengen}: {error.strerror}: expected the program tengen")
    if found.returncode:
        sys.exit(found.returncode)
    return found.stdout.splitlines()


def run(client, arguments, lines, folder):
    """Gives each line to a task; what fails is left for the next round, and said with its reason."""
    from hyperqueue.job import Job

    job = Job(max_fails=None)
    command = [arguments.tengen, "shard", "run", "--dir", arguments.results]
    reasons = [os.path.join(folder, f"{number}.err") for number in range(len(lines))]
    for line, reason in zip(lines, reasons):
        job.program(command, env={"HQ_ENTRY": line}, cwd=os.getcwd(), stdout=None, stderr=reason)
    submitted = client.submit(job)
    if not client.wait_for_jobs([submitted], raise_on_error=False):
        # Three of them tell enough.
        said = [text for text in map(read, reasons) if text]
        print("".join(said[:3]), file=sys.stderr, end="")


def read(path):
    """The last line of a file; nothing if there is none."""
    try:
        with open(path, errors="replace") as file:
            return "".join(file.readlines()[-1:])
    except FileNotFoundError:
        return ""


@contextlib.contextmanager
def quiet_output():
    """What the package prints goes where messages go: the output is that of the merge."""
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(output, 1)
        os.close(output)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan")
    parser.add_argument("results")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers of a core each")
    parser.add_argument("--rounds", type=int, default=5, help="how often what failed is tried")
    parser.add_argument("--tengen", default="tengen", help="the program")
    parser.add_argument("--out", help="the file that the merge writes")
    arguments = parser.parse_args()
    if not sys.stderr.isatty():
        # Nobody looks at a bar in a file.
        os.environ.setdefault("TQDM_DISABLE", "1")
    try:
        from hyperqueue import LocalCluster
        from hyperqueue.cluster import WorkerConfig
    except ImportError as error:
        sys.exit(f"local_hyperqueue.py: {error}: expected the package hyperqueue")
    os.makedirs(arguments.results, exist_ok=True)
    arguments.results = os.path.abspath(arguments.results)
    with tempfile.TemporaryDirectory() as folder, quiet_output(), LocalCluster(folder) as cluster:
        for _ in range(arguments.workers):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        for number in range(arguments.rounds):
            lines = missing(arguments)
            if not lines:
                break
            print(f"round {number + 1}: {len(lines)} shards", file=sys.stderr)
            run(client, arguments, lines, folder)
    merge = [arguments.tengen, "shard", "merge", arguments.plan, "--dir", arguments.results]
    if arguments.out is not None:
        merge += ["--out", arguments.out]
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
