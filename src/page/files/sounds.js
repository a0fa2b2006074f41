// Short sounds, made on the spot: a stone on wood, and the end of a game.

import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;

/** A tone of that frequency after so many seconds, which fades away.
 *  @param {number} frequency
 *  @param {number} after
 *  @param {number} length
 *  @param {number} loudness */
function tone(frequency, after, length, loudness) {
  context ??= new AudioContext();
  const start = context.currentTime + after;
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.type = "triangle";
  source.frequency.setValueAtTime(frequency, start);
  source.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

const SOUNDS = {
  stone: () => tone(520, 0, 0.09, 0.25),
  win: () => [523, 659, 784].forEach((frequency, index) => tone(frequency, index * 0.12, 0.35, 0.15)),
  end: () => [440, 330].forEach((frequency, index) => tone(frequency, index * 0.16, 0.35, 0.15)),
};

/** Plays `stone`, `win` or `end`, where sounds are wanted. Browsers stay silent until the user has
 *  touched the page.
 *  @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive) return;
  SOUNDS[name]();
  document.documentElement.dataset.sound = name;
}
