/** The least number from which on `isEnough`, which is false up to it, between `low` and `high`; a little above it. */
export function bisect(
  low: number,
  high: number,
  isEnough: (x: number) => boolean,
  steps = 100,
): number {
  let [below, above] = [low, high];
  for (let i = 0; i < steps; ++i) {
    const middle = (below + above) / 2;
    if (isEnough(middle)) above = middle;
    else below = middle;
  }
  return above;
}
