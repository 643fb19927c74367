/** Rows that an arm should have on average: below, the law of chi-square is not near enough. */
const kFewRows = 1;
/** The point of the normal law above which .001 lies. */
const kNormal999 = 3.090232306167813;

/**
 * Whether a log that says nothing of its propensities can be one of equally likely arms: the test of chi-square of its counts, over all
 * strata at once. Of logs that are, one in a thousand fails. Undefined: it can be; else what speaks against it.
 */
export function unlikeUniform(
  arms: number,
  arm: ArrayLike<number>,
  stratum?: ArrayLike<number>,
): string | undefined {
  const strata: Float64Array[] = [];
  for (let row = 0; row < arm.length; row += 1) {
    const at = stratum?.[row] ?? 0;
    strata[at] ??= new Float64Array(arms);
    const counts = strata[at];
    const shown = arm[row] as number;
    counts[shown] = (counts[shown] as number) + 1;
  }
  let statistic = 0;
  let freedom = 0;
  let fewest = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const counts of strata) {
    let rows = 0;
    for (const count of counts ?? []) rows += count;
    const expected = rows / arms;
    if (counts === undefined || expected < kFewRows) continue;
    for (const count of counts) {
      statistic += (count - expected) ** 2 / expected;
      fewest = Math.min(fewest, count / rows);
      most = Math.max(most, count / rows);
    }
    freedom += arms - 1;
  }
  // Where all strata are small: all rows together.
  if (freedom === 0) return stratum === undefined ? undefined : unlikeUniform(arms, arm);
  // Wilson and Hilferty 1931: the cube root is nearly normal.
  const spread = 2 / (9 * freedom);
  const isFar = Math.cbrt(statistic / freedom) > 1 - spread + kNormal999 * Math.sqrt(spread);
  if (!isFar) return undefined;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return `arms have ${percent(fewest)} to ${percent(most)} of the rows, so it was not made by equally likely arms (chi-square ${statistic.toFixed(1)}, ${freedom} degrees of freedom)`;
}
