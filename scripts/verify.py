#!/usr/bin/env python3
"""Checks proof files: a second checker, written from the description of the format alone.

Usage: scripts/verify.py [--exhaustive] [--replies N] FILE...

FILE is a proof of `tengen prove`, also packed (.gz). Prints `proven: …` or `not proven: …`
for each file. Exit codes: 0 all are proven; 1 one is not; 2 one is no proof, or wrong usage.
Needs Python 3.8 and nothing else. src/tools/prove/README.md describes the format and when a file is true.
"""

import gzip
import re
import sys

LONGEST_LINE = 1 << 17
# Bytes of lines that are read and mean nothing.
MOST_SKIPPED = 1 << 24
# Nodes in positions that are remembered.
REMEMBERED = 500_000
RULES = ("freestyle", "standard", "renju", "caro", "caro-overline")
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Unreadable(Exception):
    """The file is no proof."""


class Refuted(Exception):
    """A node does not do what the claim says."""


class Game:
    """A board: squares are numbers row by row from the bottom, players 0 (x) and 1 (o)."""

    def __init__(self, width, height, k, rule):
        self.width, self.height, self.k, self.rule = width, height, k, rule
        self.area = width * height
        # The squares from each square in each direction, one way and the other.
        self.rays = [[[self.ray(s, dx, dy), self.ray(s, -dx, -dy)] for dx, dy in DIRECTIONS]
                     for s in range(self.area)]
        self.windows = []
        for s in range(self.area):
            for forward, _ in self.rays[s]:
                if len(forward) >= k - 1:
                    self.windows.append((s, *forward[:k - 1]))
        # The numbers of the windows through each square.
        self.through = [[] for _ in range(self.area)]
        for number, window in enumerate(self.windows):
            for s in window:
                self.through[s].append(number)

    def ray(self, square, dx, dy):
        col, row = square % self.width + dx, square // self.width + dy
        squares = []
        while 0 <= col < self.width and 0 <= row < self.height:
            squares.append(row * self.width + col)
            col, row = col + dx, row + dy
        return squares

    def name(self, square):
        col, row = square % self.width, square // self.width
        letters = chr(97 + col % 26)
        if col >= 26:
            letters = chr(97 + col // 26 - 1) + letters
        return f"{letters}{row + 1}"

    def square(self, name):
        match = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]?)", name)
        if match:
            col = 0
            for letter in match[1]:
                col = 26 * col + ord(letter) - 96
            col, row = col - 1, int(match[2]) - 1
            if col < self.width and row < self.height:
                return row * self.width + col
        raise Unreadable(f"{name!r}: expected a square of the {self.width}x{self.height} board")

    def symmetry(self, number):
        """Where each square goes."""
        seen = []
        for square in range(self.area):
            col, row = square % self.width, square // self.width
            if number & 4:
                col, row = row, col
            if number & 1:
                col = self.width - 1 - col
            if number & 2:
                row = self.height - 1 - row
            seen.append(row * self.width + col)
        return seen

    def has_fouls(self, player):
        return self.rule == "renju" and player == 0

    def run(self, board, square, direction, player):
        """Stones in a row through `square` as if `player` stood there, and what is beyond:
        the squares at both ends that are on the board."""
        length, ends = 1, []
        for ray in self.rays[square][direction]:
            for there in ray:
                if board[there] != player:
                    ends.append(there)
                    break
                length += 1
        return length, ends

    def winning_run(self, board, square, player):
        """The ends of the lines that win through `square`; None when there is none."""
        found = None
        for direction in range(4):
            length, ends = self.run(board, square, direction, player)
            enclosed = len(ends) == 2 and all(board[end] == 1 - player for end in ends)
            if self.rule == "freestyle" or (self.rule == "renju" and player == 1):
                wins = length >= self.k
            elif self.rule in ("standard", "renju"):
                wins = length == self.k
            else:
                wins = length == self.k and not enclosed
                wins = wins or (self.rule == "caro-overline" and length > self.k)
            if wins:
                found = (found or []) + ends
        return found

    # Renju, as the Renju International Federation defines it.

    def is_foul(self, board, square):
        """Whether black may not play the empty square."""
        lengths = [self.run(board, square, direction, 0)[0] for direction in range(4)]
        if 5 in lengths:
            return False
        if max(lengths) > 5:
            return True
        board[square] = 0
        try:
            fours = sum(len(self.fours(board, square, direction)) for direction in range(4))
            if fours >= 2:
                return True
            threes = sum(self.is_three(board, square, direction) for direction in range(4))
            return threes >= 2
        finally:
            board[square] = None

    def near(self, board, square, direction):
        rays = self.rays[square][direction]
        return [there for ray in rays for there in ray[:4] if board[there] is None]

    def stones(self, board, square, direction):
        stones = {square}
        for ray in self.rays[square][direction]:
            for there in ray:
                if board[there] != 0:
                    break
                stones.add(there)
        return stones

    def fours(self, board, square, direction):
        """Sets of four stones through `square` that one more makes exactly five."""
        fours = set()
        for point in self.near(board, square, direction):
            five = self.stones(board, point, direction)
            if len(five) == 5 and square in five:
                fours.add(frozenset(five - {point}))
        return fours

    def is_three(self, board, square, direction):
        """Whether one more stone makes an open four of the row, where black may play."""
        for point in self.near(board, square, direction):
            row = self.stones(board, point, direction)
            if len(row) != 4 or square not in row:
                continue
            ends = self.run(board, point, direction, 0)[1]
            if len(ends) != 2 or any(board[end] is not None for end in ends):
                continue
            board[point] = 0
            is_open = all(self.run(board, end, direction, 0)[0] == 5 for end in ends)
            board[point] = None
            makes_five = any(self.run(board, point, other, 0)[0] == 5 for other in range(4))
            if is_open and not makes_five and not self.is_foul(board, point):
                return True
        return False


def number(text):
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,9}", text) else None


def read_position(line):
    words = line.split(" ")
    if len(words) < 5 or words[0] != "position":
        raise Unreadable(f"{line[:60]!r}: expected position, rows, side, k= and rule=")
    fields = {}
    for word in words[3:]:
        name, _, value = word.partition("=")
        if name in fields or (name, value) not in (("k", value), ("rule", value), ("destroy", "0,0")):
            raise Unreadable(f"{word[:60]!r}: expected k=, rule= or destroy=0,0, each once")
        fields[name] = value
    k, rule, side = number(fields.get("k", "")), fields.get("rule"), words[2]
    rows = words[1].split("/")
    if rule not in RULES or k is None or not 3 <= k <= 9 or (rule == "renju" and k != 5):
        raise Unreadable(f"{line[:60]!r}: expected k=3 to 9 and a rule, k=5 with renju")
    if side not in ("x", "o") or not 3 <= len(rows) <= 40:
        raise Unreadable(f"{line[:60]!r}: expected 3 to 40 rows and a side")
    board = []
    for row in reversed(rows):
        points = []
        for part in re.findall(r"[0-9]+|.", row, re.S):
            if part in ("x", "o"):
                points.append("xo".index(part))
            elif number(part) and number(part) <= 40:
                points += [None] * number(part)
            else:
                raise Unreadable(f"{row[:60]!r}: expected x, o and numbers from 1 to 40")
            if len(points) > 40:
                raise Unreadable(f"{row[:60]!r}: expected at most 40 columns")
        if len(points) < 3 or (board and len(points) != len(board[0])):
            raise Unreadable(f"{row[:60]!r}: expected rows of the same length, 3 to 40")
        board.append(points)
    width, height = len(board[0]), len(board)
    if k > max(width, height):
        raise Unreadable(f"k={k}: expected k of at most the longer side")
    game = Game(width, height, k, rule)
    board = sum(board, [])
    stones = [s for s in range(game.area) if board[s] is not None]
    if len(stones) == game.area or any(game.winning_run(board, s, board[s]) is not None for s in stones):
        raise Unreadable(f"{line[:60]!r}: expected a game that goes on")
    return game, board, "xo".index(side)


class Proof:
    """A file: `nodes` are (square, kind, content, others)."""

    def __init__(self, path):
        opened = gzip.open(path) if path.endswith(".gz") else open(path, "rb")
        self.line = 0
        self.nodes = []
        with opened as file:
            try:
                self.read(file)
            except Unreadable as error:
                raise Unreadable(f"line {self.line}: {error}") from None
            except (OSError, EOFError, gzip.zlib.error) as error:
                raise Unreadable(f"{error}: expected a file that can be read") from None

    def next_line(self, file):
        line = file.readline(LONGEST_LINE + 1)
        self.line += 1
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            raise Unreadable(f"expected at most {LONGEST_LINE} bytes in a line")
        if not line:
            return None
        try:
            text = (line[:-1] if line.endswith(b"\n") else line).decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable("expected UTF-8") from None
        if text.endswith("\r"):
            raise Unreadable("expected the line to end with a line feed (LF) alone, not with CRLF")
        return text

    def read(self, file):
        if self.next_line(file) != "tengen-proof 1":
            raise Unreadable("expected tengen-proof 1")
        self.game, self.board, self.side = read_position(self.next_line(file) or "")
        claim = re.fullmatch("claim ([xo]) (wins|holds)", self.next_line(file) or "")
        if not claim:
            raise Unreadable("expected claim x wins, claim o wins, claim x holds or claim o holds")
        self.prover, self.wins = "xo".index(claim[1]), claim[2] == "wins"
        self.claim = f"{claim[1]} {claim[2]}"
        root, skipped = None, 0
        while (line := self.next_line(file)) is not None:
            if not line or line.startswith("#"):
                skipped += len(line.encode()) + 1
                if skipped > MOST_SKIPPED:
                    raise Unreadable(f"expected at most {MOST_SKIPPED} bytes of comments and empty lines")
            else:
                if root == "-":
                    raise Unreadable(f"{line[:60]!r}: expected no node after -")
                root = self.read_node(line.split(" "))
        if root is None:
            raise Unreadable("expected a node")
        if (root == "-") == (self.side == self.prover):
            raise Unreadable(f"{root}: expected - in the root if the opponent is to move, a move if not")

    def read_node(self, words):
        square = None if words[0] == "-" else self.game.square(words[0])
        rest = words[1:]
        if rest and rest[0] in ("pairs", "potential"):
            if self.wins or self.game.has_fouls(self.prover):
                raise Unreadable(f"{rest[0]}: expected references")
            if rest[0] == "potential" and len(rest) > 1:
                raise Unreadable(f"{rest[1][:60]!r}: expected the end of the line")
            pairs = []
            for word in rest[1:]:
                names = word.split("-")
                if len(names) != 2:
                    raise Unreadable(f"{word[:60]!r}: expected a pair such as a1-b1")
                pairs.append([self.game.square(name) for name in names])
            self.nodes.append((square, rest[0], pairs, None))
            return words[0]
        replies, others = {}, None
        for word in rest:
            reply, colon, reference = word.partition(":")
            node, slash, symmetry = reference.partition("/")
            node, symmetry = number(node), number(symmetry) if slash else 0
            most = 8 if self.game.width == self.game.height else 4
            if not colon or node is None or node >= len(self.nodes) or symmetry is None or symmetry >= most:
                raise Unreadable(f"{word[:60]!r}: expected a reference to an earlier node")
            key = None if reply == "*" else self.game.square(reply)
            if key in replies or (key is None and others):
                raise Unreadable(f"{word[:60]!r}: expected each reply once")
            if key is None:
                others = (node, symmetry)
            else:
                replies[key] = (node, symmetry)
        self.nodes.append((square, "replies", replies, others))
        return words[0]


class Checker:
    def __init__(self, proof, exhaustive, limit):
        self.proof, self.game, self.board = proof, proof.game, list(proof.board)
        self.prover, self.opponent, self.wins = proof.prover, 1 - proof.prover, proof.wins
        self.zones = proof.wins and proof.game.rule != "renju" and not exhaustive
        self.limit, self.replies, self.memo = limit, 0, {}
        # By the opponent's stones in them, the windows without a stone of the prover.
        self.open = [set() for _ in range(self.game.k + 1)]
        self.stones = [[0, 0] for _ in self.game.windows]
        self.open[0].update(range(len(self.game.windows)))
        for square, player in enumerate(self.board):
            if player is not None:
                self.put(square, player)
        self.views = [self.game.symmetry(g) for g in range(8 if self.game.width == self.game.height else 4)]

    def check(self):
        self.node(len(self.proof.nodes) - 1, self.views[0], 0)

    def put(self, square, player):
        """A stone comes to a square, or goes from it with None."""
        change = -1 if player is None else 1
        owner = self.board[square] if player is None else player
        self.board[square] = player
        for number in self.game.through[square]:
            stones = self.stones[number]
            if stones[self.prover] == 0:
                self.open[stones[self.opponent]].remove(number)
            stones[owner] += change
            if stones[self.prover] == 0:
                self.open[stones[self.opponent]].add(number)

    def node(self, number, view, extra):
        """The prover is to move. Returns the zone, a set of squares; raises Refuted."""
        square = self.proof.nodes[number][0]
        board, game = self.board, self.game
        if square is None:
            return self.opponent_moves(number, view, extra)
        square = view[square]
        if board[square] is not None:
            raise Refuted(f"node {number}, move {game.name(square)}: the square is not empty")
        if game.has_fouls(self.prover) and game.is_foul(board, square):
            raise Refuted(f"node {number}, move {game.name(square)}: the point is forbidden")
        ends = game.winning_run(board, square, self.prover)
        if ends is not None:
            caro = game.rule.startswith("caro")
            return {square} | ({end for end in ends if board[end] is None} if caro else set())
        # As the node sees it: positions that are equal up to symmetry are one.
        key = (number, extra, bytes(2 if board[s] is None else board[s] for s in view))
        if key in self.memo:
            return {view[s] for s in self.memo[key][1]}
        before = self.replies
        self.put(square, self.prover)
        try:
            if None in board:
                zone = {square} | self.opponent_moves(number, view, extra)
            elif self.wins:
                raise Refuted(f"node {number}: the board is full")
            else:
                zone = {square}
        finally:
            self.put(square, None)
        if len(self.memo) >= REMEMBERED:
            self.forget()
        self.memo[key] = self.replies - before, [s for s in range(game.area) if view[s] in zone]
        return zone

    def forget(self):
        """Keeps what was most work, half of it at the most."""
        middle = sorted(work for work, _ in self.memo.values())[REMEMBERED // 2]
        self.memo = {key: found for key, found in self.memo.items() if found[0] > middle}

    def open_windows(self):
        return (self.game.windows[number] for some in self.open for number in some)

    def opponent_moves(self, number, view, extra):
        _, kind, content, others = self.proof.nodes[number]
        board, game = self.board, self.game
        if kind == "pairs":
            self.check_pairs(number, [[view[s] for s in pair] for pair in content])
            return set()
        if kind == "potential":
            total = sum(2 ** (game.k - sum(board[s] is None for s in w)) for w in self.open_windows())
            if 2 * total >= 2 ** game.k:
                raise Refuted(f"node {number}: the potential is {total}/{2 ** game.k}")
            return set()
        listed = {view[s]: reference for s, reference in content.items()}
        zone = set(listed)
        if self.zones and extra > 0:
            for some in self.open[max(game.k - 1 - extra, 0):]:
                for window in some:
                    zone.update(s for s in game.windows[window] if board[s] is None)
        near = None
        if self.zones and others:
            try:
                near = self.follow(others, view, extra + 1)
                zone |= near
            except Refuted:
                # It need not work after a pass: then every reply is played.
                near = None
        # Without a window in which one square is missing, the opponent completes no line.
        may_complete = len(self.open[game.k - 1]) > 0
        for reply in range(game.area) if near is None or may_complete else sorted(near.union(listed)):
            if board[reply] is not None or (game.has_fouls(self.opponent) and game.is_foul(board, reply)):
                continue
            if may_complete and game.winning_run(board, reply, self.opponent) is not None:
                raise Refuted(f"{self.reply_name(number, reply)}: completes a line")
            if reply not in listed and near is not None and reply not in near:
                continue
            self.replies += 1
            if self.replies > self.limit:
                raise OverflowError
            if board.count(None) == 1:
                if self.wins:
                    raise Refuted(f"{self.reply_name(number, reply)}: fills the board")
                continue
            reference = listed.get(reply, others)
            if reference is None:
                raise Refuted(f"{self.reply_name(number, reply)}: has no answer")
            self.put(reply, self.opponent)
            try:
                zone |= self.follow(reference, view, extra)
            finally:
                self.put(reply, None)
        return zone

    def reply_name(self, number, reply):
        return f"node {number}, reply {self.game.name(reply)}"

    def follow(self, reference, view, extra):
        number, symmetry = reference
        return self.node(number, [view[s] for s in self.views[symmetry]], extra)

    def check_pairs(self, number, pairs):
        squares = [s for pair in pairs for s in pair]
        if len(set(squares)) != len(squares) or any(self.board[s] is not None for s in squares):
            raise Refuted(f"node {number}: a square of the pairs is there twice or not empty")
        for window in self.open_windows():
            if not any(one in window and other in window for one, other in pairs):
                first, last = self.game.name(window[0]), self.game.name(window[-1])
                raise Refuted(f"node {number}: no pair from {first} to {last}")


def main(arguments):
    exhaustive, limit, paths = False, 10 ** 9, []
    words = iter(arguments)
    for word in words:
        if word == "--exhaustive":
            exhaustive = True
        elif word == "--replies":
            limit = number(next(words, "")) or 0
        elif word.startswith("--"):
            print(f"verify.py: {word}: expected --exhaustive, --replies N or a file", file=sys.stderr)
            return 2
        else:
            paths.append(word)
    if not paths or limit < 1:
        print("verify.py: expected [--exhaustive] [--replies N] FILE...", file=sys.stderr)
        return 2
    # Depth is bounded by the board: three calls for two squares.
    sys.setrecursionlimit(10_000)
    code = 0
    for path in paths:
        try:
            proof = Proof(path)
        except (Unreadable, OSError) as error:
            print(f"verify.py: {path}: {error}", file=sys.stderr)
            code = 2
            continue
        checker = Checker(proof, exhaustive, limit)
        try:
            checker.check()
            print(f"proven: {path}: {proof.claim}, {len(proof.nodes)} nodes, {checker.replies} replies")
        except Refuted as error:
            print(f"not proven: {path}: {error}")
            code = max(code, 1)
        except OverflowError:
            print(f"not proven: {path}: {limit} replies: expected more with --replies")
            code = max(code, 1)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
