// What the clocks of a table say.

/** Whether somebody has to look at the time: what an engine takes for a move is its own affair. */
export const hasClock = (chair) => chair.clock_ms !== null || (chair.human && chair.move_ms !== null);

/** The clock of the game and the time for the move, after so many milliseconds. */
export const clocks = (chair, used) =>
  (hasClock(chair) ? [chair.clock_ms, chair.running ? chair.move_ms : null] : [])
  .filter((ms) => ms !== null)
  .map((ms) => clock(Math.max(0, ms - used))).join(" / ");

function clock(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
