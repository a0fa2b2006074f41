#!/usr/bin/env python3
"""How many published threat problems the engine solves: wins proven by a limit.

Usage: scripts/threats.py [--engine target/release/tengen]
           [--nodes N | --movetime MS | --prove SECONDS]
           [--sample N] [--seed N] [--goal vcf|vct|win] [--unsolved]

Reads ../shared/data/threats-dev.jsonl and threats-none-dev.jsonl and prints, by
goal and rule, in how many positions the engine announces a proven win (`mate`)
for the side to move; with --prove, for how many `tengen prove` writes a file in
that time which `tengen verify` accepts. The last lines count the positions in which no win by
fours exists: a win announced there is none by fours, or it is wrong; the tests
of `tests/search/mates.rs` check such announcements.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"


def fen(problem):
    """The position text of a problem."""
    width, height = problem["size"]
    stones = {square: "x" for square in problem["black"]}
    stones |= {square: "o" for square in problem["white"]}
    rows = []
    for row in range(height, 0, -1):
        cells = [stones.get(f"{chr(97 + col)}{row}", "1") for col in range(width)]
        text, empty = "", 0
        for cell in cells:
            if cell == "1":
                empty += 1
                continue
            text += (str(empty) if empty else "") + cell
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    side = "x" if problem["side"] == "black" else "o"
    return f"{'/'.join(rows)} {side} k=5 rule={problem['rule']}"


def load(name, goal):
    """The problems of a file; none, with a word, where it is missing."""
    path = DATA / name
    if not path.exists():
        print(f"skipped: no {path.name} in {DATA}", file=sys.stderr)
        return []
    problems = [json.loads(line) for line in path.read_text().splitlines()]
    return [it for it in problems if goal in (None, it["goal"])]


def ask(engine, problems, limit):
    """The engine's answers, in order."""
    requests = [
        json.dumps({"id": number, "fen": fen(problem), **limit})
        for number, problem in enumerate(problems)
    ]
    command = [engine, "analyze", "--set", "Hash=64"]
    answered = subprocess.run(
        command, input="\n".join(requests) + "\n", stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    answers = [json.loads(line) for line in answered.splitlines()]
    for answer in answers:
        if "error" in answer:
            sys.exit(f"refused: {answer}")
    answers.sort(key=lambda answer: answer["id"])
    return answers


def prove(engine, problems, seconds):
    """Answers of the same form: a win where a file is written and accepted."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "it.proof"
        for problem in problems:
            file.unlink(missing_ok=True)
            text = fen(problem)
            claim = f"{text.split(' ')[1]} wins"
            command = [engine, "prove", "--fen", text, "--claim", claim]
            command += ["--time", f"{seconds}s", "--out", str(file)]
            said = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
            wins = said.startswith("proven: ")
            if wins and subprocess.run([engine, "verify", "--quiet", str(file)]).returncode:
                sys.exit(f"wrong: {problem['id']}: {said}")
            positions = re.search(r"(\d+) positions", said)
            if positions is None:
                sys.exit(f"refused: {problem['id']}: {said}")
            nodes = int(positions.group(1))
            answers.append({"score": {"mate": int(wins)}, "nodes": nodes})
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default=str(ROOT / "target/release/tengen"))
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--movetime", type=int)
    parser.add_argument("--prove", type=int, metavar="SECONDS")
    parser.add_argument("--sample", type=int, default=200, help="problems; 0 is all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", choices=["vcf", "vct", "win"])
    parser.add_argument("--unsolved", action="store_true", help="name the unsolved ones")
    options = parser.parse_args()
    limit = {"movetime_ms": options.movetime} if options.movetime else {}
    if options.nodes or not limit:
        limit["nodes"] = options.nodes or 70_000
    dice = random.Random(options.seed)
    for name in ["threats-dev.jsonl", "threats-none-dev.jsonl"]:
        is_none = "none" in name
        problems = load(name, None if is_none else options.goal)
        if 0 < options.sample < len(problems):
            problems = dice.sample(problems, options.sample)
        if not problems:
            continue
        if options.prove:
            answers = prove(options.engine, problems, options.prove)
        else:
            answers = ask(options.engine, problems, limit)
        total, solved, nodes = Counter(), Counter(), 0
        for problem, answer in zip(problems, answers):
            wins = answer["score"].get("mate", 0) > 0
            nodes += answer["nodes"]
            goal = "none by fours" if is_none else problem["goal"]
            for key in [(goal, problem["rule"]), (goal, "all")]:
                total[key] += 1
                solved[key] += wins
            if options.unsolved and wins == is_none:
                print(problem["id"], answer["score"], fen(problem))
        for key in sorted(total):
            share = 100 * solved[key] / total[key]
            print(f"{key[0]:14} {key[1]:10} {solved[key]:5} of {total[key]:5}  {share:5.1f} %")
        print(f"{nodes / len(problems):.0f} nodes each")


if __name__ == "__main__":
    main()
