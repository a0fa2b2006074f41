#!/usr/bin/env python3
"""Tunes numbers of the search by matches of the engine against itself.

Usage: scripts/tune.py --names a,b:10..90,c --steps N [--engine COMMAND] [--state FILE]
           [--games-per-step N] [--limit WORDS] [--concurrency N] [--variant NAME]
           [--openings FILE] [--seed N] [--spread X] [--rate X] [--csv FILE]

The engine is a build with the feature `tune`, which lists its numbers itself
(`tengen tunables`); `b:10..90` keeps one within a part of its range.

Simultaneous perturbation (Spall 1992): each step moves every number up or down by
lot, plays one match between the two opposite moves, with every opening from both
sides, and follows the winner. A number's perturbation ends at --spread of its range,
a step's size at --rate of the square of that for every game won; both shrink from a
larger beginning as Spall advises.

Every step is a line of the state file. Killed and begun again with the same words,
it goes on after the last whole step and plays the same games as without the break;
a larger --steps is another plan. Where the numbers went is written to --csv.
"""

import argparse
import csv
import json
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# How fast perturbations and steps shrink, and the share of all steps by which the
# latter are held back at first: what Spall (1998) found good in general.
GAMMA = 0.101
ALPHA = 0.602
HELD_BACK = 0.1

# Whole numbers that move by less are often not moved at all.
LEAST_SPREAD = 0.5


class Refused(Exception):
    """What was asked for cannot be done; one line, and the exit code 2."""


class Tunable:
    """A number of the engine's: its range, and how far it is moved at the end."""

    def __init__(self, line):
        self.name, *numbers = line.split()
        self.default, self.least, self.most = map(int, numbers)
        self.spread = None

    def narrow(self, part):
        """Keeps it within a part of its range, `LEAST..MOST`."""
        least, dots, most = part.partition("..")
        try:
            least, most = int(least), int(most)
        except ValueError:
            dots = ""
        if not dots or not self.least <= least <= self.default <= most <= self.most or least == most:
            expected = f"{self.least}..{self.most} or a part of it with {self.default}"
            raise Refused(f"--names: {self.name}:{part}: expected {expected}")
        self.least, self.most = least, most

    def set_spread(self, share):
        self.spread = max((self.most - self.least) * share, LEAST_SPREAD)

    def clamp(self, value):
        return min(max(value, self.least), self.most)


class Plan:
    """How far and how fast each number moves in a step, from 1 to `steps`."""

    def __init__(self, steps, rate):
        self.steps, self.rate = steps, rate
        self.held_back = HELD_BACK * steps

    def perturbation(self, tunable, step):
        return tunable.spread * (self.steps / step) ** GAMMA

    def gain(self, tunable, step):
        """What a game won is worth, where the number was moved by 1."""
        last = self.rate * tunable.spread**2
        slowed = (self.held_back + self.steps) / (self.held_back + step)
        return last * slowed**ALPHA / self.perturbation(tunable, step)


def tunables(engine, wishes, spread):
    """The wished numbers, in the order of the command line."""
    try:
        listed = subprocess.run(
            [*engine, "tunables"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    except OSError as error:
        raise Refused(f"--engine: {engine[0]}: {error.strerror}: expected a program") from error
    if listed.returncode != 0:
        raise Refused(f"--engine: {engine[0]}: expected a build with --features tune")
    known = {line.split()[0]: Tunable(line) for line in listed.stdout.splitlines()}
    found = {}
    for name, colon, part in (wish.partition(":") for wish in wishes):
        if name not in known or name in found:
            raise Refused(f"--names: {name}: expected different ones of {', '.join(known)}")
        found[name] = known[name]
        if colon:
            found[name].narrow(part)
        found[name].set_spread(spread)
    return list(found.values())


def rounded(value, dice):
    """A whole number whose mean is the value."""
    below = int(value // 1)
    return below + (dice.random() < value - below)


def play(options, engine, step, names, sides):
    """Games won, drawn and lost by the first of two sets of numbers."""
    command = [*engine, "match", "--json", "--order", "random"]
    command += ["--games", str(options.games_per_step), "--seed", str(options.seed + step)]
    command += ["--concurrency", str(options.concurrency), "--each", options.limit]
    command += ["--variant", options.variant]
    if options.openings:
        command += ["--openings", options.openings]
    for side, values in zip(["plus", "minus"], sides):
        settings = [f"--tune={name}={value}" for name, value in zip(names, values)]
        words = {"name": side, "cmd": shlex.join(engine), "args": shlex.join(settings)}
        words = [shlex.quote(f"{key}={value}") for key, value in words.items()]
        command += ["--engine", " ".join(words)]
    played = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if played.returncode != 0:
        said = (played.stderr.strip().splitlines() or ["nothing said"])[-1]
        sys.exit(f"tune: step {step}: the match ended with {played.returncode}: {said}")
    summary = json.loads(played.stdout)
    if not summary["finished"] or any(side["faults"] for side in summary["engines"]):
        sys.exit(f"tune: step {step}: expected a whole match without faults")
    plus = next(side for side in summary["engines"] if side["name"] == "plus")
    return plus["wins"], plus["draws"], plus["losses"]


def take_step(options, engine, plan, numbers, step, theta):
    """One step from `theta`; what the state file keeps of it."""
    dice = random.Random(f"{options.seed}/{step}")
    signs = [dice.choice((1, -1)) for _ in numbers]
    moved = [sign * plan.perturbation(it, step) for sign, it in zip(signs, numbers)]
    names = [it.name for it in numbers]
    sides = []
    for side in (1, -1):
        wishes = zip(numbers, theta, moved)
        sides.append([rounded(it.clamp(at + side * by), dice) for it, at, by in wishes])
    won, drawn, lost = play(options, engine, step, names, sides)
    following = [
        it.clamp(at + sign * plan.gain(it, step) * (won - lost))
        for it, at, sign in zip(numbers, theta, signs)
    ]
    record = {"step": step, "won": won, "drawn": drawn, "lost": lost}
    return record | {"plus": sides[0], "minus": sides[1], "theta": following}


def recall(path, settings):
    """The whole steps in the state file, which is begun if it is not there."""
    if not path.exists() or not path.read_text().strip():
        path.write_text(json.dumps(settings) + "\n")
        return []
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    try:
        first, *steps = [json.loads(line) for line in whole.splitlines()]
    except ValueError as error:
        raise Refused(f"--state: {path}: expected steps of this program") from error
    if first != settings:
        found = first if isinstance(first, dict) else {}
        differ = [key for key, value in settings.items() if found.get(key) != value]
        expected = "the same words as at its beginning"
        raise Refused(f"--state: {path}: expected {expected}, not another {', '.join(differ)}")
    if whole != text:
        # A step cut short is played again.
        path.write_text(whole)
    return steps


def write_csv(path, numbers, steps):
    """Writes where the numbers went; the old file stays until the new one is whole."""
    beside = path.with_name(path.name + ".part")
    with beside.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["step", "won", "drawn", "lost", *(it.name for it in numbers)])
        rows.writerow([0, "", "", "", *(it.default for it in numbers)])
        for it in steps:
            theta = [f"{value:.3f}" for value in it["theta"]]
            rows.writerow([it["step"], it["won"], it["drawn"], it["lost"], *theta])
    os.replace(beside, path)


def number(kind, accepts, expected):
    """What reads a word of the command line as a number that is accepted."""

    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not accepts(value):
            raise argparse.ArgumentTypeError(f"{text}: expected {expected}")
        return value

    return read


POSITIVE = number(int, lambda value: value > 0, "a whole number from 1")
EVEN = number(int, lambda value: value > 0 and value % 2 == 0, "an even number from 2")
SHARE = number(float, lambda value: 0 < value <= 1, "a number above 0 and up to 1")


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message):
        raise Refused(message.removeprefix("argument "))


def arguments():
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", required=True, help="the numbers, with commas between")
    parser.add_argument("--steps", required=True, type=POSITIVE, help="matches in all")
    parser.add_argument("--engine", default=str(ROOT / "target/release/tengen"))
    parser.add_argument("--state", type=Path, default=Path("tune.jsonl"))
    parser.add_argument("--games-per-step", type=EVEN, default=16)
    parser.add_argument("--limit", default="nodes=4000", help="words of `match` for a move")
    parser.add_argument("--concurrency", type=POSITIVE, default=1)
    parser.add_argument("--variant", default="gomoku")
    parser.add_argument("--openings", default="", help="as for `match`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spread", type=SHARE, default=0.05, help="share of a range moved")
    parser.add_argument("--rate", type=SHARE, default=0.002, help="what a game is worth")
    parser.add_argument("--csv", type=Path)
    return parser.parse_args()


def run(options):
    engine = shlex.split(options.engine)
    numbers = tunables(engine, options.names.split(","), options.spread)
    settings = {
        key: getattr(options, key)
        for key in ["steps", "games_per_step", "limit", "variant", "openings", "seed"]
        + ["spread", "rate"]
    }
    settings["names"] = {it.name: [it.default, it.least, it.most] for it in numbers}
    steps = recall(options.state, settings)
    theta = steps[-1]["theta"] if steps else [float(it.default) for it in numbers]
    plan = Plan(options.steps, options.rate)
    while len(steps) < options.steps:
        record = take_step(options, engine, plan, numbers, len(steps) + 1, theta)
        with options.state.open("a") as file:
            file.write(json.dumps(record) + "\n")
        steps.append(record)
        theta = record["theta"]
        result = "-".join(str(record[key]) for key in ["won", "drawn", "lost"])
        shown = " ".join(f"{it.name}={value:.1f}" for it, value in zip(numbers, theta))
        print(f"step {len(steps)}/{options.steps}: {result}: {shown}", flush=True)
        if options.csv:
            write_csv(options.csv, numbers, steps)
    if options.csv:
        write_csv(options.csv, numbers, steps)
    for it, value in zip(numbers, theta):
        print(f"{it.name}: {it.default} -> {round(value)}")


def main():
    try:
        run(arguments())
    except Refused as error:
        print(f"tune: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit("tune: interrupted: the same command goes on")


if __name__ == "__main__":
    main()
