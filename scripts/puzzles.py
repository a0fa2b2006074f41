#!/usr/bin/env python3
"""Picks the puzzles that come with the program, and checks them.

Usage: scripts/puzzles.py pick FILE... > PUZZLES
       scripts/puzzles.py check [--engine target/release/tengen] [--nodes N] [--memory MIB]
           [--tries N] [--only KIND] [--step N] [--jobs N] FILE

FILE has lines of `tengen puzzles`, also packed (.gz).

pick writes 300 puzzles, easy ones first: four of each of the five rules that a child solves (the
winner makes one move), the rest spread over the grades, and then over the rules, as evenly as what
was found allows. No two are equal up to symmetry and shifts, also not under another rule or with the
colours changed. The same files give the same bytes.

check uses nothing that makes puzzles. Of each it has scripts/verify.py check the proof that the
solution wins, and after every other legal first move the part of the strategy that wins against
it; where no strategy is given, that the opponent completes a line at once. It then asks `tengen
prove`, in so many positions each, whether the solution wins and whether the opponent wins after
other moves that look right, --tries of them: what is refuted has fallen, what is undecided is
counted. Where a puzzle has no proof, `tengen prove` and a search are to find none against it: that
an open move wins, or the opponent after the right move of a defence. --only and --step take some of
the puzzles; --jobs of them are checked at the same time. A line is printed for each one that falls;
the exit code is 1 if one has fallen.

Needs Python 3.8 and nothing else.
"""

import argparse
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import verify

ROOT = Path(__file__).resolve().parent.parent
RULES = ("freestyle", "standard", "renju", "caro", "caro-overline")
WANTED = 300
# One of each kind twice: complete the line, stop the line.
FOR_CHILDREN = {"vcf": 2, "defence": 2}
# What a win counts as a score.
WINS = 1_000_000


def lines_of(path):
    opened = gzip.open(path, "rt") if str(path).endswith(".gz") else open(path)
    with opened as file:
        return [json.loads(line) for line in file if line.strip()]


def rule_of(puzzle):
    return next(word[5:] for word in puzzle["position"].split() if word.startswith("rule="))


def shape(puzzle):
    """The stones, the smallest of all views, in the corner; the side to move is 0."""
    words = puzzle["position"].split()
    game, board, side = verify.read_position(" ".join(["position", *words[:5]]))
    stones = [(s % game.width, s // game.width, board[s] ^ side)
              for s in range(game.area) if board[s] is not None]
    views = []
    for number in range(8):
        seen = [((y, x) if number & 4 else (x, y)) + (who,) for x, y, who in stones]
        seen = [(-x if number & 1 else x, -y if number & 2 else y, who) for x, y, who in seen]
        left, low = min(x for x, _, _ in seen), min(y for _, y, _ in seen)
        views.append(sorted((x - left, y - low, who) for x, y, who in seen))
    return tuple(min(views))


def searched(engine, nodes, memory, position, move):
    """What a search says for the side to move after a move: centipawns, a mate as many of them."""
    words = " ".join(position.split()[:5])
    text = f"setoption name Hash value {memory}\nposition fen {words} moves {move}\ngo nodes {nodes}\n"
    done = subprocess.run([engine], input=text, capture_output=True, text=True)
    scores = re.findall(r"^info .*score (mate|cp) (-?[0-9]+)", done.stdout, re.M)
    if not scores:
        sys.exit(f"{position}: {move}: no score: {done.stderr.strip()}")
    kind, number = scores[-1]
    return int(number) if kind == "cp" else WINS if int(number) > 0 else -WINS


def pick(paths):
    found = []
    seen = set()
    for puzzle in sum(map(lines_of, paths), []):
        looks = shape(puzzle)
        if looks not in seen:
            seen.add(looks)
            found.append(puzzle)
    picked = []
    for rule in RULES:
        for kind, count in FOR_CHILDREN.items():
            picked += [puzzle for puzzle in found if is_easy(puzzle) and puzzle["kind"] == kind
                       and rule_of(puzzle) == rule][:count]
    rest = [puzzle for puzzle in found if not is_easy(puzzle)]
    # What was taken of each grade, rule and kind: of the grade with the fewest comes the next one,
    # of those from the rule with the fewest, and so on.
    taken = Counter()
    for puzzle in picked:
        taken.update(marks(puzzle))
    while rest and len(picked) < WANTED:
        best = min(rest, key=lambda puzzle: [taken[mark] for mark in marks(puzzle)])
        rest.remove(best)
        picked.append(best)
        taken.update(marks(best))
    if len(picked) < WANTED:
        sys.exit(f"{len(picked)} puzzles: expected {WANTED}: look at more games")
    # The sort is stable: of what is as hard the order above remains.
    for puzzle in sorted(picked, key=lambda puzzle: (puzzle["grade"], puzzle["moves"])):
        print(json.dumps(puzzle, separators=(",", ":"), ensure_ascii=False))


def is_easy(puzzle):
    """Whether a child solves it."""
    return puzzle["moves"] == 1


def marks(puzzle):
    grade, rule, kind = puzzle["grade"], rule_of(puzzle), puzzle["kind"]
    return [(grade,), (grade, rule), (rule,), (grade, kind)]


class Fallen(Exception):
    """A puzzle is not what it says."""


class Check:
    def __init__(self, engine, nodes, memory, tries):
        self.engine, self.nodes, self.memory, self.tries = engine, nodes, memory, tries
        # What `tengen prove` has said.
        self.found = Counter()

    def puzzle(self, puzzle):
        words = puzzle["position"].split()
        position = " ".join(words[:5])
        game, board, side = verify.read_position("position " + position)
        solution = game.square(puzzle["solution"])
        opened = {game.square(word) for word in puzzle["open"].split()}
        own, other = "xo"[side], "xo"[1 - side]
        if "win" in puzzle:
            self.win(puzzle["win"], game, board, side, solution)
            self.is_so(position, puzzle["solution"], own)
        self.losses(puzzle.get("losses"), game, list(board), side, opened | {solution})
        looks_right = puzzle["false_tries"].split() + puzzle["line"].split()[:1]
        wrong = [word for word in looks_right if game.square(word) not in opened | {solution}]
        for word in dict.fromkeys(wrong[:self.tries]):
            self.is_so(position, word, other)
        for square in sorted(opened):
            self.no_win_after(position, game.name(square), own)
        if puzzle["kind"] == "defence" and "win" not in puzzle:
            self.no_win_after(position, puzzle["solution"], other)
        elif "win" not in puzzle:
            raise Fallen("no proof that the solution wins")

    def proof(self, text, board, prover):
        with tempfile.NamedTemporaryFile("w", suffix=".proof") as file:
            file.write(text)
            file.flush()
            proof = verify.Proof(file.name)
        if proof.board != board or proof.prover != prover or not proof.wins:
            raise Fallen("a proof of something else")
        return proof

    def win(self, text, game, board, side, solution):
        proof = self.proof(text, board, side)
        if proof.nodes[-1][0] != solution:
            raise Fallen("the proof plays another move first")
        verify.Checker(proof, False, 10**9).check()

    def losses(self, text, game, board, side, free):
        checker = None
        if text is not None:
            proof = self.proof(text, board, 1 - side)
            if proof.side != side:
                raise Fallen("a strategy with the other side to move")
            checker = verify.Checker(proof, False, 10**9)
            _, _, replies, others = proof.nodes[-1]
        for square in range(game.area):
            if board[square] is not None or square in free:
                continue
            if game.has_fouls(side) and game.is_foul(board, square):
                continue
            if game.winning_run(board, square, side) is not None:
                raise Fallen(f"{game.name(square)} completes a line")
            if checker is None:
                board[square] = side
                if not any(completes(game, board, there, 1 - side) for there in range(game.area)):
                    raise Fallen(f"{game.name(square)} does not lose at once")
                board[square] = None
                continue
            if square not in replies and others is None:
                raise Fallen(f"{game.name(square)} has no answer")
            node, symmetry = replies.get(square, others)
            checker.put(square, side)
            checker.node(node, checker.views[symmetry], 0)
            checker.put(square, None)

    def no_win_after(self, position, move, prover):
        """Neither a proof nor a search finds a win, with as many positions as are to be spent."""
        if self.ask(position, move, prover) == "proven":
            raise Fallen(f"after {move}: {prover} wins, by proof")
        to_move = "xo"[position.split()[1] == "x"]
        worth = searched(self.engine, self.nodes, self.memory, position, move)
        if abs(worth) == WINS and (worth > 0) == (to_move == prover):
            raise Fallen(f"after {move}: {prover} wins by a search")

    def is_so(self, position, move, prover):
        """What is proven in the puzzle is not refuted."""
        if self.ends(position, move):
            return
        if self.ask(position, move, prover) == "refuted":
            raise Fallen(f"after {move}: {prover} does not win")

    def ends(self, position, move):
        game, board, side = verify.read_position("position " + position)
        return game.winning_run(board, game.square(move), side) is not None

    def ask(self, position, move, prover):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [self.engine, "prove", "--fen", position, "--moves", move,
                 "--claim", f"{prover} wins", "--nodes", str(self.nodes),
                 "--memory", str(self.memory), "--out", f"{folder}/out.proof"],
                capture_output=True, text=True)
        found = done.stdout.split(":")[0].split("\n")[-1]
        if found not in ("proven", "refuted", "undecided"):
            raise Fallen(f"after {move}: {done.stdout.strip()} {done.stderr.strip()}")
        self.found[found] += 1
        return found


def completes(game, board, square, player):
    if board[square] is not None or (game.has_fouls(player) and game.is_foul(board, square)):
        return False
    return game.winning_run(board, square, player) is not None


def checked(task):
    """What is wrong with a puzzle, None if nothing is, and what `tengen prove` has said."""
    checker, puzzle = task
    try:
        checker.puzzle(puzzle)
        error = None
    except (Fallen, verify.Refuted, verify.Unreadable) as why:
        error = str(why)
    return puzzle, error, checker.found


def check(arguments):
    checker = Check(arguments.engine, arguments.nodes, arguments.memory, arguments.tries)
    puzzles = lines_of(arguments.file)
    if arguments.only:
        puzzles = [puzzle for puzzle in puzzles if puzzle["kind"] == arguments.only]
    puzzles = puzzles[::arguments.step]
    fallen, found, begun = 0, Counter(), time.monotonic()
    with Pool(arguments.jobs) as pool:
        for puzzle, error, said in pool.imap(checked, [(checker, puzzle) for puzzle in puzzles]):
            found.update(said)
            if error:
                fallen += 1
                print(f"{puzzle['position']}: {puzzle['solution']}: {error}", flush=True)
    seconds = time.monotonic() - begun
    said = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    print(f"{fallen} of {len(puzzles)} puzzles have fallen; claims in {arguments.nodes} positions "
          f"each: {said}; {seconds:.0f} s")
    return 1 if fallen else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    actions = parser.add_subparsers(dest="action", required=True)
    picking = actions.add_parser("pick")
    picking.add_argument("files", nargs="+")
    checking = actions.add_parser("check")
    checking.add_argument("--engine", default=str(ROOT / "target/release/tengen"))
    checking.add_argument("--nodes", type=int, default=2_000_000)
    checking.add_argument("--memory", type=int, default=256)
    checking.add_argument("--tries", type=int, default=2)
    checking.add_argument("--only", choices=("vcf", "vct", "defence"))
    checking.add_argument("--step", type=int, default=1)
    checking.add_argument("--jobs", type=int, default=2)
    checking.add_argument("file")
    arguments = parser.parse_args()
    if arguments.action == "pick":
        pick(arguments.files)
        return 0
    return check(arguments)


if __name__ == "__main__":
    sys.exit(main())
