#!/usr/bin/env python3
"""Usage: compare.py [GAMES]

Plays the tree (`alphabeta`, 1 to 3 plies deep) against the score table on 15x15, with colours and openings
exchanged, and prints the results as a table of Markdown. `tengen` has to be in the path, or named by the
variable TENGEN. GAMES is for each depth, an even number, 200 if left out.
"""
import json
import os
import shlex
import subprocess
import sys

TENGEN = os.environ.get("TENGEN", "tengen")


def match(depth, games):
    """The encounter of both players as `tengen match --json` tells it."""
    program = shlex.quote(TENGEN)
    engines = [f"name=tree cmd={program} option.Player=alphabeta depth={depth}",
               f"name=table cmd={program} option.Player=scoretable"]
    command = [TENGEN, "match", "--json", "--games", str(games)]
    for engine in engines:
        command += ["--engine", engine]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(told.stdout)["encounters"][0]


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("| tree | games | won | drawn | lost | share of the points |")
    print("|---|---|---|---|---|---|")
    for depth in (1, 2, 3):
        one = match(depth, games)
        plies = f"{depth} {'ply' if depth == 1 else 'plies'} deep"
        print(f"| {plies} | {one['games']} | {one['wins']} | {one['draws']} | {one['losses']} "
              f"| {100 * one['score']:.1f} % |", flush=True)


main()
