// Timing: warm-up, several repetitions, both sides in turn so that a slow minute affects both, and
// the median.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Calls every side once to warm up, then `repetitions` times in turn.
 * @param {Record<string, () => number | Promise<number>>} sides each returns a rate (work per second)
 * @returns {Promise<Record<string, { median: number, low: number, high: number }>>} over the repetitions
 */
export async function inTurn(sides, repetitions) {
  const names = Object.keys(sides);
  for (const name of names) await sides[name]();
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  for (let i = 0; i < repetitions; i += 1) {
    for (const name of names) rates[name].push(await sides[name]());
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        median: median(rates[name]),
        low: Math.min(...rates[name]),
        high: Math.max(...rates[name]),
      },
    ]),
  );
}

/** Work per second of a function that does `work` units. */
export async function rate(work, play) {
  const start = performance.now();
  await play();
  return (1000 * work) / (performance.now() - start);
}
