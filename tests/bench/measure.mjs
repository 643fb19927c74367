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

/**
 * All sides in turn; of each the rates of `repetitions` plays.
 * @param {Record<string, () => Promise<{ rate: number }>>} sides
 */
async function ratesInTurn(sides, repetitions) {
  const rates = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let i = 0; i < repetitions; i += 1) {
    for (const [name, play] of Object.entries(sides)) rates[name].push((await play()).rate);
  }
  return Object.entries(rates);
}

/** All sides in turn; of each the median. */
export const mediansInTurn = async (sides, repetitions = 5) =>
  Object.fromEntries(
    (await ratesInTurn(sides, repetitions)).map(([name, all]) => [name, median(all)]),
  );

/** The best of each: another process can only slow a side down, and never makes it faster. */
export const bestInTurn = async (sides, repetitions = 5) =>
  Object.fromEntries(
    (await ratesInTurn(sides, repetitions)).map(([name, all]) => [name, Math.max(...all)]),
  );

/** Of plays one after the other, the median of their ratios: a slow minute is in both of a pair. */
export async function medianRatio(play, other, repetitions = 7) {
  const ratios = [];
  for (let i = 0; i < repetitions; i += 1) {
    const { rate: above } = await play();
    const { rate: below } = await other();
    ratios.push(above / below);
  }
  return median(ratios);
}
