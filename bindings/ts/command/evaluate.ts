// `ldp-bandits evaluate`: what another policy would have earned, from a log.
import { writeFile } from 'node:fs/promises';
import type { Interval, PrivateEvaluation, RawEstimates } from '../server/index.js';
import { type Evaluated, evaluatePrivate, evaluateRaw } from './evaluate-logs.js';
import { type EvaluateOptions, evaluateHelp, parseEvaluateOptions } from './evaluate-options.js';
import { toJson } from './json.js';
import { describeMade, describeOther, describeRange, describeReading } from './log.js';
import { count, tableOf } from './print.js';
import { Problem } from './problem.js';

interface Line extends Partial<Interval> {
  readonly estimator: string;
  readonly value: number;
}

/** The exit code. */
export async function runEvaluate(args: readonly string[]): Promise<number> {
  const options = parseEvaluateOptions(args);
  if (options.help) {
    process.stdout.write(evaluateHelp);
    return 0;
  }
  const found = await (options.isPrivate ? evaluatePrivate(options) : evaluateRaw(options));
  const { result, ...about } = found;
  const { data, target, isPrivate, alpha } = options;
  if (options.json) {
    const whole = { version: 1, data, target, private: isPrivate, alpha, ...about, ...result };
    process.stdout.write(toJson(whole));
  }
  if (result.refused !== undefined) {
    process.stderr.write(`ldp-bandits: ${data}: ${refusalOf(result.refused, about.labels)}\n`);
    return 1;
  }
  const lines = linesOf(result);
  if (!options.json) process.stdout.write(textOf(options, found, lines));
  if (options.csv !== undefined) await writeCsv(options.csv, lines);
  return 0;
}

type Estimates = Exclude<PrivateEvaluation | RawEstimates, { readonly refused: string }>;

function linesOf(result: Estimates): Line[] {
  const { ips, snips, dr, low, high } = result;
  if (!('dm' in result))
    return [
      { estimator: 'IPS', value: ips },
      { estimator: 'SNIPS', value: snips },
      { estimator: 'DR', value: dr, low, high },
    ];
  const { intervals } = result;
  return [
    { estimator: 'IPS', value: ips, ...intervals.ips },
    { estimator: 'SNIPS', value: snips, ...intervals.snips },
    { estimator: 'DM', value: result.dm, ...intervals.dm },
    { estimator: 'DR', value: dr, ...intervals.dr },
    { estimator: 'SWITCH', value: result.switch, ...intervals.switch },
  ];
}

/** The row from 1 and the column, as the file has them. */
function refusalOf(refused: string, labels: readonly string[]): string {
  const [, row = '', arm = ''] = /^row (\d+)\.shares\[(\d+)\]/.exec(refused) ?? [];
  const label = labels[Number(arm)];
  return `row ${row}: column "share_${label}" is 0, and the target plays arm "${label}": this log cannot say what that earns.`;
}

function textOf(
  { data, target, isPrivate, alpha, made }: EvaluateOptions,
  {
    reading,
    targetReading,
    rewardRange,
    columns,
    labels,
    strata,
    result,
  }: Evaluated<PrivateEvaluation | RawEstimates>,
  lines: readonly Line[],
): string {
  const { rows, meanWeight, largestWeight, ess, warnings } = result as Estimates;
  const level = `${Number((100 * (1 - alpha)).toPrecision(6))} % interval`;
  const places = strata.length > 1 ? ` in ${strata.length} strata` : '';
  const shown = (x: number | undefined) =>
    x === undefined || Number.isNaN(x) ? '-' : x.toPrecision(4);
  const table = tableOf(
    ['estimator', 'value', level],
    lines.map(({ estimator, value, low, high }) => [
      estimator,
      shown(value),
      low === undefined ? '-' : Number.isNaN(low) ? 'withheld' : `${shown(low)} to ${shown(high)}`,
    ]),
    [0],
  );
  return [
    describeReading(reading),
    ...(targetReading ? [describeOther(targetReading)] : []),
    ...(rewardRange ? describeRange(rewardRange) : []),
    `${data}: ${count(rows)} ${isPrivate ? 'reports' : 'rows'}, ${labels.length} arms${places}. Target: ${target}.`,
    ...('propensity' in columns && columns.propensity === null
      ? [`The log has no propensity column: ${describeMade(made)}.`]
      : []),
    '',
    ...table,
    '',
    ...withheld(lines),
    `Weights: mean ${shown(meanWeight)}, largest ${shown(largestWeight)}; as much as ${count(Math.round(ess))} rows of equal weight.`,
    'threshold' in result
      ? switchOf(result.threshold)
      : 'The interval holds at all lengths of the log at once, if what an arm earns does not change.',
    ...warnings.map((warning) => `Warning: ${warning}.`),
    '',
  ].join('\n');
}

/** Why there are intervals missing: a sentence for each reason. */
function withheld(lines: readonly Line[]): string[] {
  const reasons = new Set(lines.flatMap(({ why }) => (why === undefined ? [] : [why])));
  return [...reasons].map((reason) => {
    const of = lines.filter(({ why }) => why === reason).map(({ estimator }) => estimator);
    return `Withheld: the interval of ${of.join(', ')}. It would miss too often: ${reason}.`;
  });
}

function switchOf(threshold: number): string {
  if (threshold === 0) return 'SWITCH uses no weights: it is DM.';
  if (threshold === Number.POSITIVE_INFINITY) return 'SWITCH uses all weights: it is DR.';
  return `SWITCH uses weights up to ${threshold.toPrecision(4)}.`;
}

async function writeCsv(path: string, lines: readonly Line[]): Promise<void> {
  const cell = (x: number | undefined) => (x === undefined || Number.isNaN(x) ? '' : String(x));
  const rows = lines.map(
    ({ estimator, value, low, high }) => `${estimator},${cell(value)},${cell(low)},${cell(high)}`,
  );
  try {
    await writeFile(path, `${['estimator,value,low,high', ...rows].join('\n')}\n`);
  } catch (error) {
    throw new Problem(`--csv: cannot write ${path}: ${(error as Error).message}.`);
  }
}
