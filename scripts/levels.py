#!/usr/bin/env python3
"""Usage: scripts/levels.py PROGRAM LOG... [--positions N]

Measures what the levels of the engine see, on positions of the games in LOG (what `tengen match --out` writes;
freestyle on 15x15): of each kind N positions at most, 100 if left out, each of another game or another moment.
For each level it prints how often it did what the kind asks for:

  own three      it makes four of its open three, or begins another win by fours
  own fours      it begins a win by fours of at least two moves where it has no open three
  three in a line    it stops the opponent's open three in a row or a column
  three, diagonal    the same on a diagonal
  fours          it stops the opponent's win by fours where there is no open three

Whether a move does so is said by `explain`, which proves it. Chance begins with another seed at each position.
The words that the page has for the levels are drawn from this table.
"""
import json
import subprocess
import sys
import zlib

KINDS = ["own three", "own fours", "three in a line", "three, diagonal", "fours"]


class Engine:
    """A program that answers lines."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, lines, end):
        """What is answered up to a line that begins with `end`, that line included."""
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        told = []
        for line in self.process.stdout:
            told.append(line.split())
            if line.startswith(end):
                return told
        raise SystemExit("levels: the program has ended")

    def reasons(self, moves, of=""):
        """The reasons for moves, or for the best one: its name, a code, and what stands behind it."""
        told = self.ask([f"position startpos moves {moves}", f"explain {of}".strip()], "explainok")
        return [words[1:] for words in told if words[:1] == ["reason"]]


def kind_of(reasons):
    """What the position asks for, by the reasons for its best move."""
    codes = {words[1]: words[2:] for words in reasons}
    if "five" in codes or "blocks-five" in codes or not codes:
        return None
    if any(code.startswith("win-by-fours") for code in codes):
        if "open-four" in codes:
            return "own three"
        return "own fours" if int(codes["win-by-fours"][0]) >= 2 else None
    if "stops-win" not in codes:
        return None
    if "blocks-open-four" not in codes:
        return "fours"
    stones = codes["blocks-open-four"][1:]
    is_straight = len({square[0] for square in stones}) == 1 or len({square[1:] for square in stones}) == 1
    return "three in a line" if is_straight else "three, diagonal"


def is_right(kind, reasons):
    """Whether a move with these reasons does what the kind asks for."""
    codes = {words[1] for words in reasons}
    if kind.startswith("own"):
        return "five" in codes or "win-by-fours" in codes
    return "allows-win-by-fours" not in codes


def positions(engine, logs, most):
    """The positions of each kind, as their moves."""
    found = {kind: [] for kind in KINDS}
    seen = set()
    for log in logs:
        with open(log, encoding="utf-8") as lines:
            games = [json.loads(line) for line in lines]
        for game in games:
            moves = game.get("moves", "").split()
            for count in range(game.get("opening_moves", 0), len(moves)):
                text = " ".join(moves[:count])
                kind = kind_of(engine.reasons(text))
                # Two moments of one game with the same task would count it twice.
                key = (log, game["game"], kind, count // 4)
                if kind and key not in seen and len(found[kind]) < most:
                    seen.add(key)
                    found[kind].append(text)
    return found


def main():
    arguments = sys.argv[1:]
    most = 100
    if "--positions" in arguments:
        at = arguments.index("--positions")
        most = int(arguments[at + 1])
        del arguments[at:at + 2]
    if len(arguments) < 2:
        raise SystemExit(__doc__.strip())
    engine = Engine(arguments[0])
    found = positions(engine, arguments[1:], most)
    print("| level | " + " | ".join(f"{kind} ({len(found[kind])})" for kind in KINDS) + " |")
    print("|---" * (len(KINDS) + 1) + "|")
    for level in range(1, 11):
        shares = []
        for kind in KINDS:
            right = 0
            for text in found[kind]:
                seed = 1 + zlib.crc32(text.encode()) % 2_000_000_000
                told = engine.ask([f"setoption name Level value {level}", f"setoption name Seed value {seed}",
                                   f"position startpos moves {text}", "go movetime 1000"], "bestmove")
                move = told[-1][1]
                right += is_right(kind, engine.reasons(text, move))
            shares.append(f"{100 * right / max(len(found[kind]), 1):.0f} %")
        print(f"| {level} | " + " | ".join(shares) + " |", flush=True)


main()
