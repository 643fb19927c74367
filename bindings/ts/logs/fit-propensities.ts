// Propensities of a log that has none, from what its rows say (docs/spec/off-policy.md, section 3.7).
import { numbersOf, standardised } from './numbers-of.js';
import { refused } from './refuse.js';
import { softmaxFit } from './softmax.js';
import type { Table } from './table.js';

export interface Shown {
  readonly arm: Uint32Array;
  readonly arms: number;
  readonly stratum: Uint32Array;
  readonly strata: number;
}

/** Below: as many rows for each number that is fitted are too few to trust it. */
const kFewRows = 10;

/** Of each row, with which probability it shows its arm; and what to doubt of that, in words. */
export function fitPropensities(
  shown: Shown,
  table: Table,
  columns: readonly number[],
): { readonly propensity: Float64Array; readonly warnings: readonly string[] } {
  const names = columns.map((column) => `"${table.names[column]}"`);
  if (shown.strata > 1) names.push('the stratum');
  const by = names.length === 0 ? 'nothing' : `${names.join(', ')} alone`;
  const caveat = `propensities are fitted: estimates and intervals hold only if what was shown depended on ${by}, and no interval has the error of the fit`;
  if (columns.length === 0) return { propensity: sharesIn(shown), warnings: [caveat] };
  const { place, arms } = dense(shown.arm, shown.arms);
  const numbers = [...numbersOf(table, columns), ...strataOf(shown)];
  const fitted = (arms - 1) * (numbers.length + 1);
  const rows = shown.arm.length;
  if (fitted > rows)
    throw refused(
      table.source,
      {},
      `has ${rows} rows, and ${fitted} numbers would be fitted: ${numbers.length} and a constant for each arm but one. Name fewer columns`,
    );
  const few = `${fitted} numbers are fitted to ${rows} rows, which are fewer than ${kFewRows} for each: name fewer columns`;
  return {
    propensity: softmaxFit(numbers.map(standardised), place, arms),
    warnings: rows < kFewRows * fitted ? [caveat, few] : [caveat],
  };
}

/** Of each stratum the share of each arm. */
function sharesIn({ arm, arms, stratum, strata }: Shown): Float64Array {
  const counts = new Float64Array(arms * strata);
  const rows = new Float64Array(strata);
  arm.forEach((shown, row) => {
    const at = stratum[row] as number;
    counts[at * arms + shown] = (counts[at * arms + shown] as number) + 1;
    rows[at] = (rows[at] as number) + 1;
  });
  return Float64Array.from(arm, (shown, row) => {
    const at = stratum[row] as number;
    return (counts[at * arms + shown] as number) / (rows[at] as number);
  });
}

/** A column of 0 and 1 for each stratum, where there are several. */
function strataOf({ stratum, strata }: Shown): Float64Array[] {
  if (strata < 2) return [];
  return Array.from({ length: strata }, (_, at) =>
    Float64Array.from(stratum, (one) => (one === at ? 1 : 0)),
  );
}

/** The arms that rows show, numbered without gaps. */
function dense(arm: Uint32Array, arms: number) {
  const places = new Int32Array(arms).fill(-1);
  let count = 0;
  const place = arm.map((shown) => {
    if ((places[shown] as number) < 0) places[shown] = count++;
    return places[shown] as number;
  });
  return { place, arms: count };
}
