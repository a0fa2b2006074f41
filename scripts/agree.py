#!/usr/bin/env python3
"""Usage: scripts/agree.py COMMAND COMMAND...

Asks programs the same and compares what they answer, byte for byte, with times blanked: the
fixed positions of `bench`, and 500 positions of five games, searched to a depth or to a number
of nodes. Each COMMAND is one program for another machine, in quotation marks where it has several
words:
    scripts/agree.py target/release/tengen "qemu-aarch64 a/tengen" "wine b/tengen.exe" "qemu-s390x c/tengen"
The last one keeps the high byte of a number first; scripts/workshop.md says how to build it.
Prints a line for each program; exits with 1 where one differs from the first.
"""

import random
import re
import shlex
import subprocess
import sys

# The options of each game, and the size of its board.
GAMES = [
    (["Variant=gomoku20"], 20),
    (["Variant=renju"], 15),
    (["Variant=standard"], 15),
    (["Variant=tictactoe"], 3),
    (["Width=9", "Height=9", "WinLength=4"], 9),
]
QUESTIONS = 100
LIMITS = ["nodes 3000", "depth 4", "nodes 500", "depth 2"]
TIMES = re.compile(r" (time|nps) \d+")


def questions(size, seed):
    """Lines that ask about positions after a few moves near the centre."""
    chance = random.Random(seed)
    middle, reach = size // 2, min(size // 2, 4)
    near = [(middle + dx, middle + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)]
    for number in range(QUESTIONS):
        moves = chance.sample(near, chance.randint(0, min(14, len(near) - 3)))
        names = " ".join(f"{chr(ord('a') + x)}{y + 1}" for x, y in moves)
        yield f"position startpos moves {names}" if names else "position startpos"
        yield "go " + LIMITS[number % len(LIMITS)]


def answers(command):
    """All that a program says, a list of lines."""
    said = []
    run = lambda words, text: subprocess.run(
        words, input=text, stdout=subprocess.PIPE, check=True, encoding="utf-8"
    ).stdout.splitlines()
    bench = run([*command, "bench"], "")
    said += [re.sub(r" \d+ nps$", "", line) for line in bench]
    for seed, (options, size) in enumerate(GAMES):
        settings = [word for option in options for word in ("--set", option)]
        text = "\n".join(questions(size, seed)) + "\n"
        said += [TIMES.sub("", line) for line in run([*command, *settings], text)]
    return said


def main():
    commands = sys.argv[1:]
    if len(commands) < 2 or commands[0].startswith("-"):
        sys.stderr.write(__doc__)
        return 2
    first, status = None, 0
    for text in commands:
        try:
            said = answers(shlex.split(text))
        except (OSError, subprocess.CalledProcessError) as error:
            sys.stderr.write(f"agree: {text}: {error}\n")
            return 2
        moves = sum(line.startswith("bestmove") for line in said)
        first = first or said
        differs = [place for place, lines in enumerate(zip(first, said)) if lines[0] != lines[1]]
        if said == first:
            print(f"{text}: {len(said)} lines, {moves} moves, all the same")
        else:
            place = differs[0] if differs else min(len(first), len(said))
            shown = [lines[place] if place < len(lines) else "(nothing)" for lines in (first, said)]
            print(f"{text}: line {place + 1} differs: {shown[1]!r}, expected {shown[0]!r}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
