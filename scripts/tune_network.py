#!/usr/bin/env python3
"""Fits the network of the evaluation to positions of games.

Usage: scripts/tune_network.py SAMPLES -o FILE [--result SHARE] [--epochs N] [--rate X]
           [--decay X] [--seed N] [--start FILE]

SAMPLES is written by `tengen tune-eval GAMES --samples SAMPLES` (a build with the
feature `datagen`); its form is described in src/tools/training/tune_eval/export.rs. FILE is one of
src/engine/eval/weights/*-network.txt, its form that of src/engine/eval/network.rs: one network, or
one for each side to move where the rule tells the players apart. Needs numpy and
PyTorch.

What the points are worth stands fixed; the network learns what is missing: binary
cross entropy of the value against results mixed with scores, by AdamW (Loshchilov and
Hutter 2017) with one cycle of the learning rate (Smith 2017). Losses are told less the
entropy of their target, in nats: 0 is perfect. The last one is that of the whole
numbers as the engine counts with them.
"""

import argparse
import json
import os
import sys
from pathlib import Path

try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError as error:
    sys.exit(f"{error.name}: expected to be installed (pip install numpy torch)")

# As in src/engine/eval/network.rs.
LANES = 16
NEURONS = 16
ONE = 256
FRACTION = 64

# Whole numbers of 16 bits hold weights of the layers up to these.
MOST_FIRST = 32767 / ONE / 8
MOST_SECOND = 32767 / FRACTION / 8

BATCH = 4096
# Classes that stand in fewer positions say nothing.
LEAST = 50


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--result", type=float, default=0.5, help="share of the game's result in the target")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.004, help="largest learning rate")
    parser.add_argument("--decay", type=float, default=1e-5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, metavar="FILE", help="a network to begin with, as of a rule with more games")
    chosen = parser.parse_args()
    if not 0 <= chosen.result <= 1:
        parser.error(f"--result: {chosen.result}: expected a number from 0 to 1")
    if chosen.epochs < 1:
        parser.error(f"--epochs: {chosen.epochs}: expected at least 1")
    return chosen


class Positions:
    """All positions of a file, as arrays with a row for each."""

    def __init__(self, path, share):
        try:
            with open(path, "rb") as file:
                self.head = json.loads(file.readline())
                begin = file.tell()
            self.classes = self.head["classes"]
            self.sides = "xo" if self.head["apart"] else "*"
        except OSError as error:
            sys.exit(f"{path}: {error.strerror}: expected a file that can be read")
        except (ValueError, TypeError, KeyError):
            sys.exit(f"{path}: expected a file of tengen tune-eval --samples")
        count = len(self.classes)
        form = [("worth", "<i2"), ("score", "<i2"), ("halves", "u1"), ("kept", "u1"), ("side", "u1"), ("points", "u1", 2 * count)]
        rows = np.fromfile(path, dtype=form, offset=begin)
        if len(rows) != self.head["positions"]:
            sys.exit(f"{path}: {len(rows)} positions: expected {self.head['positions']}")
        seen = 1 / (1 + np.exp(-rows["score"].astype("f8") / self.head["scale"]))
        target = share * rows["halves"] / 2 + (1 - share) * seen
        self.points = torch.from_numpy(np.ascontiguousarray(rows["points"]))
        self.worth = torch.from_numpy((rows["worth"] / self.head["units"]).astype("f4"))
        self.target = torch.from_numpy(target.astype("f4"))
        self.side = rows["side"]
        self.learn = np.flatnonzero(rows["kept"] == 0)
        self.check = np.flatnonzero(rows["kept"] == 1)

    def of(self, rows, side):
        """Those of some positions in which a side is to move."""
        return rows if side == "*" else rows[self.side[rows] == "xo".index(side)]

    def heard(self, rows):
        """The classes that stand in enough of them, in either role."""
        often = (self.points[rows] > 0).sum(0)
        return (often >= LEAST).float().chunk(2)

    def entropy(self, rows):
        target = self.target[rows].double()
        return -(torch.xlogy(target, target) + torch.xlogy(1 - target, 1 - target)).mean().item()


class Network(torch.nn.Module):
    """The layers of src/engine/eval/network.rs in floating point."""

    def __init__(self, heard):
        super().__init__()
        self.heard = heard
        self.to_move = torch.nn.Linear(len(heard[0]), LANES)
        self.waiting = torch.nn.Linear(len(heard[1]), LANES)
        self.second = torch.nn.Linear(2 * LANES, NEURONS)
        self.value = torch.nn.Linear(NEURONS, 1)
        for layer in (self.to_move, self.waiting):
            torch.nn.init.normal_(layer.weight, 0, 0.05)
            torch.nn.init.constant_(layer.bias, 0.3)
        self.hold()

    def start(self, path, classes, side, units):
        """Begins with the numbers of a file."""
        place = {name: number for number, name in enumerate(classes)}
        second = []
        with torch.no_grad():
            for layer in (self.to_move, self.waiting):
                layer.weight.zero_()
            for line in path.read_text(encoding="ascii").splitlines():
                player, kind, *words = line.split()
                if player not in ("*", side):
                    continue
                name = words.pop(0) if kind == "row" else None
                numbers = torch.tensor([float(word) for word in words])
                if kind == "row" and name in place:
                    self.to_move.weight[:, place[name]], self.waiting.weight[:, place[name]] = (numbers / ONE).chunk(2)
                elif kind == "first":
                    self.to_move.bias[:], self.waiting.bias[:] = (numbers / ONE).chunk(2)
                elif kind == "second":
                    second.append((numbers[:-1] / FRACTION, numbers[-1] / ONE / FRACTION))
                elif kind == "value":
                    self.value.weight[0], self.value.bias[0] = numbers[:-1] / units, numbers[-1] / units / ONE
            self.second.weight[:], self.second.bias[:] = (torch.stack(part) for part in zip(*second))
        self.hold()

    def forward(self, points):
        own, other = points.float().chunk(2, 1)
        first = torch.cat([self.to_move(own), self.waiting(other)], 1).clamp(0, 1)
        return self.value(self.second(first).clamp(0, 1))[:, 0]

    def hold(self):
        """Keeps the weights within what 16 bits can say, and those of rare classes at nothing."""
        with torch.no_grad():
            self.to_move.weight *= self.heard[0]
            self.waiting.weight *= self.heard[1]
            for layer, most in ((self.to_move, MOST_FIRST), (self.waiting, MOST_FIRST), (self.second, MOST_SECOND)):
                layer.weight.clamp_(-most, most)


def whole(tensor, one):
    return np.rint(tensor.detach().numpy() * one).astype("i8")


class Whole:
    """The same in whole numbers."""

    def __init__(self, network, units):
        parts = (network.to_move, network.waiting)
        self.units = units
        self.rows = [whole(part.weight, ONE).T for part in parts]
        self.first = np.concatenate([whole(part.bias, ONE) for part in parts])
        self.second = whole(network.second.weight, FRACTION), whole(network.second.bias, ONE * FRACTION)
        self.value = whole(network.value.weight[0], units), whole(network.value.bias, units * ONE)

    def nats(self, points):
        own, other = np.split(points.numpy().astype("i8"), 2, 1)
        first = np.concatenate([own @ self.rows[0], other @ self.rows[1]], 1) + self.first
        weights, bias = self.second
        second = (np.clip(first, 0, ONE) @ weights.T + bias) >> (FRACTION.bit_length() - 1)
        weights, bias = self.value
        return torch.from_numpy((np.clip(second, 0, ONE) @ weights + bias) / ONE / self.units).float()

    def text(self, classes, side):
        line = lambda *parts: " ".join(str(part) for part in (side, *parts)) + "\n"
        text = "".join(
            line("row", name, *self.rows[0][place], *self.rows[1][place])
            for place, name in enumerate(classes)
            if self.rows[0][place].any() or self.rows[1][place].any()
        )
        text += line("first", *self.first)
        text += "".join(line("second", *weights, bias) for weights, bias in zip(*self.second))
        return text + line("value", *self.value[0], *self.value[1])


def batches(rows, size):
    return (torch.from_numpy(rows[begin : begin + size]) for begin in range(0, len(rows), size))


def loss_of(positions, rows, value):
    """Mean loss of some positions by a function from points to nats."""
    total = 0.0
    with torch.no_grad():
        for some in batches(rows, 4 * BATCH):
            nats = positions.worth[some] + value(positions.points[some])
            total += functional.binary_cross_entropy_with_logits(nats, positions.target[some], reduction="sum").item()
    return total / len(rows) - positions.entropy(rows)


def fit(positions, side, chosen):
    torch.manual_seed(chosen.seed)
    learn, check = (positions.of(rows, side) for rows in (positions.learn, positions.check))
    network = Network(positions.heard(learn))
    if chosen.start:
        try:
            network.start(chosen.start, positions.classes, side, positions.head["units"])
        except OSError as error:
            sys.exit(f"--start: {chosen.start}: {error.strerror}: expected a file that can be read")
        except (ValueError, RuntimeError):
            sys.exit(f"--start: {chosen.start}: expected a network for the side to move {side}")
    steps = chosen.epochs * -(-len(learn) // BATCH)
    adam = torch.optim.AdamW(network.parameters(), lr=chosen.rate, weight_decay=chosen.decay)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, chosen.rate, total_steps=steps)
    for epoch in range(1, chosen.epochs + 1):
        order = np.random.RandomState(chosen.seed + epoch).permutation(learn)
        for some in batches(order, BATCH):
            nats = positions.worth[some] + network(positions.points[some])
            loss = functional.binary_cross_entropy_with_logits(nats, positions.target[some])
            adam.zero_grad()
            loss.backward()
            adam.step()
            cycle.step()
            network.hold()
        print(f"{side} epoch {epoch}: validation {loss_of(positions, check, network):.5f}", flush=True)
    return network


def main():
    chosen = arguments()
    positions = Positions(chosen.samples, chosen.result)
    nothing = lambda points: torch.zeros(len(points))
    before = [loss_of(positions, rows, nothing) for rows in (positions.learn, positions.check)]
    print(f"points alone: loss {before[0]:.5f}, validation {before[1]:.5f}", flush=True)
    text, after = "", np.zeros(2)
    for side in positions.sides:
        network = Whole(fit(positions, side, chosen), positions.head["units"])
        text += network.text(positions.classes, side)
        for place, rows in enumerate((positions.learn, positions.check)):
            some = positions.of(rows, side)
            after[place] += loss_of(positions, some, network.nats) * len(some) / len(rows)
    print(f"in whole numbers: loss {after[0]:.5f}, validation {after[1]:.5f}", flush=True)
    start = f" --start {chosen.start.name}" if chosen.start else ""
    head = (
        f"# Written by scripts/tune_network.py --result {chosen.result} --epochs {chosen.epochs} "
        f"--rate {chosen.rate} --decay {chosen.decay} --seed {chosen.seed}{start}\n"
        f"# {positions.head['of']}, {len(positions.learn)} positions, {len(positions.check)} more to check with\n"
        f"# value: loss {after[0]:.5f}, {after[1]:.5f} on games kept apart; "
        f"of the points alone {before[0]:.5f}, {before[1]:.5f}\n"
    )
    part = chosen.output.with_name(chosen.output.name + ".part")
    part.write_text(head + text, encoding="ascii")
    os.replace(part, chosen.output)


if __name__ == "__main__":
    main()
