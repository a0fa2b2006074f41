#!/usr/bin/env python3
"""The smallest engine that passes `tengen check`: freestyle gomoku on 15x15.

It completes five, stops five, and else sets a stone beside the last one. It is meant to be changed:
`best` chooses the move, everything else keeps to the protocol.
"""
import sys

SIZE = 15
SQUARES = [(col, row) for row in range(SIZE) for col in range(SIZE)]


def name(square):
    """The name of a square: a column letter, and a row number from the bottom."""
    return chr(ord("a") + square[0]) + str(square[1] + 1)


def square_of(word):
    """The square of a name; None where it is no square of the board."""
    col, row = ord(word[0]) - ord("a"), word[1:]
    if 0 <= col < SIZE and row.isdigit() and 1 <= int(row) <= SIZE:
        return col, int(row) - 1
    return None


def makes_five(stones, square):
    """Whether a stone on the square stands in a row of five or more with these stones."""
    for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
        run = 1
        for sign in (1, -1):
            col, row = square[0] + sign * dx, square[1] + sign * dy
            while (col, row) in stones:
                run, col, row = run + 1, col + sign * dx, row + sign * dy
        if run >= 5:
            return True
    return False


def sides(moves):
    """The stones of the side to move, and those of the other one."""
    return set(moves[len(moves) % 2::2]), set(moves[1 - len(moves) % 2::2])


def best(moves, allowed):
    """The move among the allowed squares, and its score as the protocol writes it."""
    own, other = sides(moves)
    for square in allowed:
        if makes_five(own, square):
            return square, "mate 1"
    for square in allowed:
        if makes_five(other, square):
            return square, "cp 0"
    col, row = moves[-1] if moves else (SIZE // 2, SIZE // 2)
    return min(allowed, key=lambda to: max(abs(to[0] - col), abs(to[1] - row))), "cp 0"


def read_moves(words):
    """The moves of a position from the start; None where the words make none."""
    if words[1:2] != ["startpos"] or words[2:3] not in ([], ["moves"]):
        return None
    moves = []
    for word in words[3:]:
        square = square_of(word)
        if square is None or square in moves:
            return None
        moves.append(square)
    return moves


def answer(moves, words):
    """What is said to `go`: a line with a score, and the move."""
    is_over = len(moves) == SIZE * SIZE or any(
        makes_five(set(moves[turn::2]), square) for turn in (0, 1) for square in moves[turn::2])
    free = [square for square in SQUARES if square not in moves]
    if "searchmoves" in words:
        wanted = words[words.index("searchmoves") + 1:]
        free = [square for square in free if name(square) in wanted] or free
    if is_over:
        return ["bestmove (none)"]
    square, score = best(moves, free)
    return [f"info depth 1 score {score} pv {name(square)}", f"bestmove {name(square)}"]


def main():
    moves = []
    held_back = []
    for line in sys.stdin.buffer:
        words = line.decode(errors="replace").split() or [""]
        told = []
        if words[0] == "uci":
            told = ["id name smallest", "id author me", "uciok"]
        elif words[0] == "isready":
            told = ["readyok"]
        elif words[0] == "position" and not held_back:
            moves = moves if read_moves(words) is None else read_moves(words)
        elif words[0] == "go" and not held_back:
            told = answer(moves, words)
            if "infinite" in words or "ponder" in words:
                # The answer waits until the manager says stop.
                told, held_back = [], told
        elif words[0] in ("stop", "ponderhit"):
            told, held_back = held_back, []
        elif words[0] == "quit":
            break
        for text in told:
            print(text, flush=True)


try:
    main()
except BrokenPipeError:
    # The manager has closed the pipe; Python would complain about that when it ends.
    sys.stderr.close()
