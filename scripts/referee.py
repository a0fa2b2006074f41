#!/usr/bin/env python3
"""Plays a match between two engines of the native protocol and says who won.

usage: scripts/referee.py [options] "COMMAND_A" "COMMAND_B"

Every opening is played twice, with the colours exchanged. The referee's own
board decides: five or more in a row (exactly five with --exact).

  --games N        games in total (default 100)
  --go WORDS       arguments of `go` (default "movetime 100")
  --go-b WORDS     the same for engine B, if it differs
  --size N         square board (default 15)
  --variant NAME   value of the option Variant (default gomoku)
  --openings FILE  one opening a line, squares in order of play
  --random SEED    without a file: random stones near the centre, from this seed
  --set-a N=V      option for engine A (repeatable); --set-b for engine B
"""
import argparse
import math
import random
import shlex
import subprocess
import sys


class Engine:
    def __init__(self, command, variant, options):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        self.wait("uciok")
        self.send(f"setoption name Variant value {variant}")
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        for line in self.process.stdout:
            if line.split()[:1] == [word]:
                return line.split()
        raise SystemExit(f"{self.process.args[0]}: ended while {word} was expected")

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok")

    def choose(self, moves, go):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("go " + go)
        return self.wait("bestmove")[1]


def point(square):
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def wins(moves, exact):
    """Whether the last move completed a line."""
    own = {point(square) for square in moves[-1::-2]}
    x, y = point(moves[-1])
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            step = 1
            while (x + sign * step * dx, y + sign * step * dy) in own:
                length += 1
                step += 1
        if length == 5 or (length > 5 and not exact):
            return True
    return False


def play(engines, goes, opening, size, exact):
    """Result for the first player: 1, 0.5 or 0."""
    moves = list(opening)
    for engine in engines:
        engine.new_game()
    while len(moves) < size * size:
        side = len(moves) % 2
        move = engines[side].choose(moves, goes[side])
        if move in moves or not all(0 <= c < size for c in point(move)):
            print(f"illegal move {move} after {' '.join(moves)}", file=sys.stderr)
            return side
        moves.append(move)
        if wins(moves, exact):
            return 1 - side
    return 0.5


def random_opening(generator, size):
    """Three to six stones in the central 7x7, no four of a colour among them."""
    middle = range(size // 2 - 3, size // 2 + 4)
    squares = [f"{chr(ord('a') + x)}{y + 1}" for x in middle for y in middle]
    return generator.sample(squares, generator.randint(3, 6))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("commands", nargs=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--go", default="movetime 100")
    parser.add_argument("--go-b")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--variant", default="gomoku")
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--openings")
    parser.add_argument("--random", type=int, default=1)
    parser.add_argument("--set-a", action="append", default=[])
    parser.add_argument("--set-b", action="append", default=[])
    options = parser.parse_args()

    pairs = (options.games + 1) // 2
    if options.openings:
        with open(options.openings, encoding="utf-8") as file:
            lines = [line.split("#")[0].split() for line in file]
        openings = [line for line in lines if line]
        openings = [openings[index % len(openings)] for index in range(pairs)]
    else:
        generator = random.Random(options.random)
        openings = [random_opening(generator, options.size) for _ in range(pairs)]

    sets = (options.set_a, options.set_b)
    engines = [Engine(c, options.variant, s) for c, s in zip(options.commands, sets)]
    goes = [options.go, options.go_b or options.go]
    score = {1: 0, 0.5: 0, 0: 0}
    for game in range(options.games):
        order = (0, 1) if game % 2 == 0 else (1, 0)
        result = play(
            [engines[i] for i in order], [goes[i] for i in order],
            openings[game // 2], options.size, options.exact,
        )
        score[result if order[0] == 0 else 1 - result] += 1
        if sys.stderr.isatty() or (game + 1) % 20 == 0:
            print(f"{game + 1}: {score[1]}-{score[0.5]}-{score[0]}", file=sys.stderr)
    won, drawn, lost = score[1], score[0.5], score[0]
    share = (won + drawn / 2) / options.games
    deviation = math.sqrt(
        (won * (1 - share) ** 2 + drawn * (0.5 - share) ** 2 + lost * share**2) / options.games
    ) / math.sqrt(options.games)
    elo = lambda s: -400 * math.log10(1 / min(max(s, 1e-3), 1 - 1e-3) - 1)
    print(f"A won {won}, drew {drawn}, lost {lost}: {100 * share:.1f} %, Elo {elo(share):+.0f}"
          f" [{elo(share - 1.96 * deviation):+.0f}, {elo(share + 1.96 * deviation):+.0f}]")


if __name__ == "__main__":
    main()
