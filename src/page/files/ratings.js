// Ratings of players by the games they played: the model of Bradley and Terry, with the levels of Tengen where they
// were measured. Table and curves are both told by it.

/** @import { Pairs, Played } from "./tallies.js" */

import { duels, games, score } from "./tallies.js";
import { t } from "./words.js";

/** @typedef {{ elo: number, error: number, isMeasured: boolean, isVague: boolean }} Rating */

/** Elo of a strength: a difference of ratings by this much makes the odds e times as large. */
const ELO = 400 / Math.LN10;
/** Where a player without a game stands, and the mean of those who have played with no level. */
export const MEAN = 1500;
/** The ratings of the levels, as they were measured (README, "Strength"): games here do not change them. */
const LEVELS = [390, 650, 900, 1140, 1380, 1710, 1890, 2110, 2360, 2600];
/** An interval of more than this to either side spans two levels or more: it says nothing. */
export const VAGUE = 250;
/** Rounds of the fit, which needs a few, and of a system of equations in it; what is left over when they have settled. */
const [ROUNDS, STEPS, SETTLED] = [100, 300, 1e-6];
/** Moments for which the curves are reckoned. */
const MOMENTS = 24;

/** The measured rating of a player, if it is a level; the same one twice in a match has a number behind its name.
 *  @param {string} name
 *  @returns {number | null} */
export function anchorOf(name) {
  const [, level] = /^level:(\d+)( \(\d+\))?$/.exec(name) ?? [];
  return LEVELS[Number(level) - 1] ?? null;
}

/** @param {number} difference */
const chance = (difference) => 1 / (1 + Math.exp(-difference));
/** @param {number[]} one
 *  @param {number[]} other */
const dot = (one, other) => one.reduce((sum, value, index) => sum + value * other[index], 0);

/** Ratings of players, which can take more games. */
export class Ratings {
  /** @param {Played[]} [list] */
  constructor(list = []) {
    /** @type {Pairs} */
    this.pairs = new Map();
    /** Strengths above the mean, in units of `ELO`, by the places of the names: those that are fitted come first.
     *  @type {Map<string, number>} */
    this.strength = new Map();
    /** Names of those whose strength is fitted, then of all.
     *  @type {string[]} */
    this.free = [];
    /** @type {string[]} */
    this.names = [];
    /** @type {Map<string, number>} */
    this.place = new Map();
    /** The opponents of the free ones, with games and points.
     *  @type {{ other: number, games: number, points: number }[][]} */
    this.met = [];
    /** Circles without a level.
     *  @type {string[][]} */
    this.apart = [];
    /** @type {Map<string, number>} */
    this.errors = new Map();
    /** Slope and curvature of the likelihood.
     *  @type {number[]} */
    this.slope = [];
    /** @type {number[]} */
    this.diagonal = [];
    /** @type {{ other: number, part: number }[][]} */
    this.rows = [];
    this.add(list);
  }

  /** Takes more games.
   *  @param {Played[]} list */
  add(list) {
    duels(list, this.pairs);
    /** @param {string} name */
    const isFree = (name) => anchorOf(name) === null;
    this.free = [...this.pairs.keys()].filter(isFree);
    this.names = [...this.free, ...[...this.pairs.keys()].filter((name) => !isFree(name))];
    this.place = new Map(this.names.map((name, index) => [name, index]));
    this.met = this.free.map((name) => [...this.pairs.get(name) ?? []].map(([other, count]) =>
      ({ other: this.place.get(other) ?? 0, games: games(count), points: score(count) })));
    this.apart = this.circles().filter((circle) => circle.every(isFree));
    this.errors = new Map();
    this.fit();
  }

  /** Finds the strengths that make the results the likeliest, by the method of Newton. Everybody has drawn one game with
   *  a player of the mean besides: who has won all games is not infinitely strong. */
  fit() {
    const now = this.names.map((name) => this.strength.get(name) ?? ((anchorOf(name) ?? MEAN) - MEAN) / ELO);
    for (let round = 0; round < ROUNDS; round += 1) {
      this.derive(now);
      const change = this.solve(this.slope);
      const longest = change.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
      // A long step would overshoot where the likelihood is nearly flat.
      const share = Math.min(1, 1 / longest);
      change.forEach((part, index) => { now[index] += share * part; });
      if (longest < SETTLED) break;
    }
    this.derive(now);
    this.strength = new Map(this.names.map((name, index) => [name, now[index]]));
  }

  /** Slope and curvature of the likelihood at these strengths.
   *  @param {number[]} now */
  derive(now) {
    this.slope = [];
    this.diagonal = [];
    this.rows = this.met.map((met, own) => {
      const even = chance(now[own]);
      let slope = 0.5 - even;
      let weight = even * (1 - even);
      /** @type {{ other: number, part: number }[]} */
      const row = [];
      for (const { other, games: count, points } of met) {
        const predicted = chance(now[own] - now[other]);
        const part = count * predicted * (1 - predicted);
        slope += points - count * predicted;
        weight += part;
        if (other < this.free.length) row.push({ other, part });
      }
      this.slope.push(slope);
      this.diagonal.push(weight);
      return row;
    });
  }

  /** Solves curvature times solution = `right` by conjugate gradients, as most players have not met.
   *  @param {number[]} right */
  solve(right) {
    const { rows, diagonal } = this;
    const solution = right.map(() => 0);
    let rest = [...right];
    let scaled = rest.map((value, index) => value / diagonal[index]);
    let way = scaled;
    let size = dot(rest, scaled);
    const enough = size * SETTLED * SETTLED;
    for (let step = 0; step < STEPS && size > enough; step += 1) {
      const image = way.map((value, index) => {
        let sum = diagonal[index] * value;
        for (const { other, part } of rows[index]) sum -= part * way[other];
        return sum;
      });
      const far = size / dot(way, image);
      way.forEach((value, index) => { solution[index] += far * value; });
      rest = rest.map((value, index) => value - far * image[index]);
      scaled = rest.map((value, index) => value / diagonal[index]);
      const next = dot(rest, scaled);
      way = scaled.map((value, index) => value + (next / size) * way[index]);
      size = next;
    }
    return solution;
  }

  /** A player's rating: `elo`, half the width of its 95 % interval as `error`, and whether it `isMeasured` and says
   *  nothing (`isVague`). Nothing of players without a game.
   *  @param {string} name
   *  @returns {Rating | null} */
  of(name) {
    const strength = this.strength.get(name);
    if (strength === undefined) return null;
    const elo = MEAN + ELO * strength;
    if (anchorOf(name) !== null) return { elo, error: 0, isMeasured: true, isVague: false };
    const error = this.errors.get(name) ?? 1.96 * ELO * Math.sqrt(this.variance(name));
    this.errors.set(name, error);
    return { elo, error, isMeasured: false, isVague: error > VAGUE };
  }

  /** The variance of a player's strength beside the levels, or where none of them has played in the circle, beside the
   *  mean of the others there. The opponents' uncertainty has its share.
   *  @param {string} name */
  variance(name) {
    /** @param {string} one */
    const placeOf = (one) => this.place.get(one) ?? 0;
    const circle = this.apart.find((one) => one.includes(name)) ?? [];
    const weights = this.free.map(() => 0);
    for (const one of circle) weights[placeOf(one)] = -1 / (circle.length - 1);
    weights[placeOf(name)] = 1;
    return dot(weights, this.solve(weights));
  }

  /** The players in circles, in which every two are linked by games. */
  circles() {
    const left = new Set(this.pairs.keys());
    const circles = [];
    for (const name of left) {
      const circle = new Set([name]);
      for (const one of circle) for (const other of this.pairs.get(one)?.keys() ?? []) circle.add(other);
      for (const one of circle) left.delete(one);
      circles.push([...circle]);
    }
    return circles;
  }
}

/** The ratings of some players as they were at moments on the way: names to `[time, rating]`, of those whose rating
 *  says anything and since it does. The last ones are those of `now`, which has all the games; `list` has the latest first.
 *  @param {(Played & { ended: number })[]} list
 *  @param {string[]} names
 *  @param {Ratings} now
 *  @returns {Map<string, [at: number, elo: number][]>} */
export function history(list, names, now) {
  /** @type {ReturnType<typeof history>} */
  const curves = new Map(names.map((name) => [name, []]));
  const sorted = [...list].reverse();
  const part = Math.max(1, Math.ceil(sorted.length / MOMENTS));
  const running = new Ratings();
  for (let from = 0; from < sorted.length; from += part) {
    const isLast = from + part >= sorted.length;
    const games = sorted.slice(from, from + part);
    if (!isLast) running.add(games);
    for (const name of names) {
      const rating = (isLast ? now : running).of(name);
      if (rating && !rating.isVague && !now.of(name)?.isVague) curves.get(name)?.push([games[games.length - 1].ended, rating.elo]);
    }
  }
  return curves;
}

/** A rating in words: with its interval, as one that was measured, or that there are too few games for one.
 *  @param {Rating | null} rating */
export function ratingText(rating) {
  if (!rating) return "–";
  if (rating.isVague) return t("tooFew");
  const elo = Math.round(rating.elo);
  return rating.isMeasured ? t("measured", elo) : `${elo} ± ${Math.round(rating.error)}`;
}
