#!/usr/bin/env python3
"""Models a plan of `tengen shard plan` on many machines: how long it takes, what is wasted, and what
merging costs, for lengths of shards from 5 s to 20 min. Workers fail (lose their shard and come back),
stall (hold it until the scheduler gives it to another), and finish late. Everything is drawn from
--seed, so that the same arguments print the same table."""

import argparse
import heapq
import random

LENGTHS = [5, 15, 30, 60, 120, 300, 600, 1200]


class Cluster:
    """Workers and a queue of shards; times in seconds."""

    def __init__(self, arguments, workers, length):
        self.arguments, self.length = arguments, length
        # The same machines for every length.
        self.lots = random.Random(f"{arguments.seed} {workers}")
        seconds = arguments.hours * 3600
        self.shards = max(1, round(seconds / length))
        # Machines differ; a fast one is as much above 1 as a slow one is below.
        spread = arguments.spread
        self.speeds = [self.lots.uniform(1 - spread, 1 + spread) for _ in range(workers)]

    def run(self):
        """The makespan, the share of work that was thrown away, and how often a shard was begun."""
        arguments = self.arguments
        waiting, done, begun, wasted, now = self.shards, 0, 0, 0.0, 0.0
        events = [(0.0, worker, "free", worker) for worker in range(len(self.speeds))]
        number, idle = len(events), []

        def push(at, what, worker):
            nonlocal number
            number += 1
            heapq.heappush(events, (at, number, what, worker))

        while done < self.shards:
            now, _, what, worker = heapq.heappop(events)
            if what == "done":
                done += 1
            elif what == "lost":
                waiting += 1
                if idle:
                    push(now, "free", idle.pop())
                continue
            if waiting == 0:
                idle.append(worker)
                continue
            waiting -= 1
            begun += 1
            time = arguments.overhead + self.length / self.speeds[worker]
            fails = self.lots.expovariate(arguments.failures / 3600) if arguments.failures else time
            if fails < time:
                # What was done so far is lost; the scheduler notices, the machine starts again.
                wasted += fails
                push(now + fails + arguments.notice, "lost", worker)
                push(now + fails + arguments.restart, "free", worker)
            elif self.lots.random() < arguments.stalls * time / 3600:
                # It holds the shard until the limit of the plan ends it.
                wasted += arguments.limit * self.length
                push(now + arguments.limit * self.length, "lost", worker)
                push(now + arguments.limit * self.length, "free", worker)
            else:
                if self.lots.random() < arguments.late:
                    time *= self.lots.uniform(1, arguments.limit)
                push(now + time, "done", worker)
        work = self.shards * self.length
        wasted += self.shards * arguments.overhead
        return now, wasted / (work + wasted), begun


def whole(text):
    return [int(word) for word in text.split(",")]


def best(rows, slack=0.02):
    """The longest shards among those that cost next to nothing more than the best."""
    least = min(row["hours"] for row in rows)
    return max((row for row in rows if row["hours"] <= least * (1 + slack)), key=lambda row: row["length"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=whole, default=[10, 100, 1000, 10000], help="as in 10,100")
    parser.add_argument("--lengths", type=whole, default=LENGTHS, help="seconds of a shard")
    parser.add_argument("--hours", type=float, default=1000, help="hours of work in all, on one core")
    parser.add_argument("--failures", type=float, default=0.05, help="failures of a worker an hour")
    parser.add_argument("--stalls", type=float, default=0.01, help="stalls of a worker an hour")
    parser.add_argument("--late", type=float, default=0.02, help="share of shards that are late")
    parser.add_argument("--limit", type=float, default=3, help="lengths after which a shard is ended")
    parser.add_argument("--spread", type=float, default=0.3, help="how far speeds differ, 0 to 0.9")
    parser.add_argument("--overhead", type=float, default=0.1, help="seconds to start a shard")
    parser.add_argument("--notice", type=float, default=20, help="seconds until a loss is noticed")
    parser.add_argument("--restart", type=float, default=120, help="seconds until a worker is back")
    parser.add_argument("--merge", type=float, default=3000, help="results merged in a second")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not 0 <= arguments.spread <= 0.9 or min(arguments.workers + arguments.lengths) < 1:
        parser.error("expected a --spread of 0 to 0.9, and workers and lengths from 1")
    print("| workers | shard | shards | begun | hours | ideal | wasted | merge |")
    print("|---|---|---|---|---|---|---|---|")
    chosen = []
    for workers in arguments.workers:
        rows = []
        for length in arguments.lengths:
            cluster = Cluster(arguments, workers, length)
            makespan, wasted, begun = cluster.run()
            ideal = arguments.hours / sum(cluster.speeds)
            rows.append({"hours": makespan / 3600, "length": length})
            print(
                f"| {workers} | {length} s | {cluster.shards} | {begun} | {makespan / 3600:.2f} | {ideal:.2f} "
                f"| {100 * wasted:.1f} % | {cluster.shards / arguments.merge:.0f} s |"
            )
        chosen.append(f"{workers} workers: {best(rows)['length']} s")
    print("\nLongest shards within 2 % of the best: " + ", ".join(chosen))


if __name__ == "__main__":
    main()
