#!/usr/bin/env python3
"""Measures how near short searches come to long ones, for changes of the search.

Usage: scripts/accuracy.py --games FILE [--games FILE ...] --reference FILE
           --engine COMMAND [--engine COMMAND ...] [--count N] [--nodes N] [--long N]
           [--set NAME=VALUE ...] [--concurrency N] [--seed N]

One position of each game that `tengen match --out` kept is drawn by lot. The first engine
searches it with --long nodes, which goes into the reference file; that takes long, once.
Killed and begun again with the same words, it goes on after the last whole line. Games of another
rule or board need its options: `--set Variant=renju`, `--set Width=20 --set Height=20`.

Then every engine searches each position with --nodes, from an empty table. Its error is the mean
square of how far the expected score (0 to 1; `cp 100` is 75 %) is from the long search's, in
ten-thousandths; the last columns are the share of positions in which it chooses the same move, and
how much both differ from the first engine's, with the 95 % error of differences in pairs.

Two engines with another evaluation cannot be compared so: the long search knows one of them.
"""

import argparse
import json
import math
import random
import shlex
import subprocess
import sys
import threading
from pathlib import Path

# What `cp 100` adds to the logarithm of the odds.
HUNDRED = math.log(3)

# Moves at the end of a game that are left out: a line is about to be completed there.
LAST_MOVES = 3

# What a file of long searches begins with.
HEAD = '{"engine": '

# What an answer of the engine to a line that it does not take begins with.
REFUSAL = "info string error: "


class Refused(Exception):
    """What was asked for cannot be done; one line, and the exit code 2."""


class Engine:
    """A process that searches positions from empty tables."""

    def __init__(self, command, settings):
        self.command = command
        names = [setting.partition("=")[::2] for setting in settings]
        self.options = [f"setoption name {name} value {value}" for name, value in names]
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            message = f"--engine: {command}: {error.strerror}: expected a program"
            raise Refused(message) from error

    def search(self, moves, nodes):
        """The expected score of the side to move, and the best move."""
        lines = [*self.options, "ucinewgame"]
        lines += [f"position startpos moves {moves}", f"go nodes {nodes}"]
        try:
            self.process.stdin.write("\n".join(lines) + "\n")
            self.process.stdin.flush()
        except OSError:
            pass
        expected = 0.5
        for line in self.process.stdout:
            if line.startswith(REFUSAL):
                raise Refused(f"--engine: {self.command}: {line.removeprefix(REFUSAL).strip()}")
            words = line.split()
            if words[:1] == ["info"] and "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                expected = expected_score(kind, int(number))
            elif words[:1] == ["bestmove"]:
                return expected, words[1]
        raise Refused(f"--engine: {self.command}: expected an answer to `{lines[-2]}`")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def expected_score(kind, number):
    if kind == "mate":
        return float(number > 0)
    return 1 / (1 + math.exp(-HUNDRED * max(-3000, min(number, 3000)) / 100))


def whole_lines(text):
    """Without a last line that was cut short."""
    return text[: text.rfind("\n") + 1]


def draw(paths, count, dice):
    """Moves up to one position of each game."""
    positions = []
    for path in paths:
        try:
            lines = whole_lines(path.read_text()).splitlines()
            games = [json.loads(line) for line in lines]
        except (OSError, ValueError) as error:
            raise Refused(f"--games: {path}: expected games of `tengen match --out`") from error
        for game in games:
            moves = game.get("moves", "").split() if isinstance(game, dict) else []
            choices = range(game.get("opening_moves", 0) + 1, len(moves) - LAST_MOVES)
            if choices:
                positions.append(" ".join(moves[: dice.choice(choices)]))
    positions = sorted(set(positions))
    if not positions:
        raise Refused(f"--games: {paths[0]}: expected games of more than {LAST_MOVES} moves")
    dice.shuffle(positions)
    return positions[:count]


def search_all(command, positions, nodes, options, note):
    """Searches positions on as many processes as wanted; `note` takes each result."""
    rest, lock, refusals = iter(positions), threading.Lock(), []

    def work():
        try:
            engine = Engine(command, options.set)
            while not refusals:
                with lock:
                    moves = next(rest, None)
                if moves is None:
                    break
                found = engine.search(moves, nodes)
                with lock:
                    note(moves, found)
            engine.close()
        except Refused as refusal:
            refusals.append(refusal)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(options.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if refusals:
        raise refusals[0]


def reference(positions, options):
    """What the long searches say, from the file as far as it goes."""
    path, known = options.reference, {}
    settings = {"engine": options.engine[0], "nodes": options.long, "set": options.set}
    try:
        text = path.read_text() if path.exists() else ""
        whole = whole_lines(text)
        first, *found = [json.loads(line) for line in whole.splitlines()] or [settings]
        known = {moves: (score, best) for moves, score, best in found}
        if text and not text.startswith(HEAD):
            raise ValueError(HEAD)
    except (OSError, TypeError, ValueError) as error:
        raise Refused(f"--reference: {path}: expected long searches of this program") from error
    if not known:
        # Nothing is lost: the settings may have been a mistake.
        first, whole = settings, json.dumps(settings) + "\n"
    if first != settings:
        raise Refused(f"--reference: {path}: expected {json.dumps(settings)} in its first line")
    if whole != text:
        # A line cut short is searched again.
        path.write_text(whole)
    missing = [moves for moves in positions if moves not in known]
    with path.open("a") as file:

        def note(moves, found):
            known[moves] = found
            file.write(json.dumps([moves, *found]) + "\n")
            file.flush()
            if len(known) % 100 == 0:
                print(f"long searches: {len(known)}", file=sys.stderr, flush=True)

        search_all(options.engine[0], missing, options.long, options, note)
    return known


def difference(values):
    """A mean with its 95 % error."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    return mean, 1.96 * math.sqrt(variance / len(values))


def run(options):
    positions = draw(options.games, options.count, random.Random(options.seed))
    known = reference(positions, options)
    first = None
    print(f"{len(positions)} positions, {options.nodes} nodes for {options.long}")
    for command in options.engine:
        found = {}
        search_all(command, positions, options.nodes, options, found.__setitem__)
        errors = [1e4 * (found[moves][0] - known[moves][0]) ** 2 for moves in positions]
        same = [100.0 * (found[moves][1] == known[moves][1]) for moves in positions]
        row = [f"error {sum(errors) / len(errors):.1f}, same move {sum(same) / len(same):.1f} %"]
        if first:
            pairs = zip(("error", "same move"), (errors, same), first)
            for name, mine, others in pairs:
                mean, error = difference([one - other for one, other in zip(mine, others)])
                row.append(f"{name} {mean:+.1f} ± {error:.1f}")
        first = first or (errors, same)
        print(f"{command}: {'; '.join(row)}", flush=True)


def number(text):
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: expected a whole number from 1")
    return int(text)


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message):
        raise Refused(message.removeprefix("argument "))


def arguments():
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", required=True, action="append", type=Path)
    parser.add_argument("--reference", required=True, type=Path)
    parser.add_argument("--engine", required=True, action="append", help="as a shell takes it")
    parser.add_argument("--count", type=number, default=4000, help="most positions")
    parser.add_argument("--nodes", type=number, default=20_000)
    parser.add_argument("--long", type=number, default=400_000)
    parser.add_argument("--set", action="append", default=[], help="an option, as in Width=20")
    parser.add_argument("--concurrency", type=number, default=1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    try:
        run(arguments())
    except Refused as error:
        print(f"accuracy: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit("accuracy: interrupted: the same command goes on")


if __name__ == "__main__":
    main()
