// The result of a replay as text for a person.
import type { Log } from '../logs/read-log.js';
import type { Difference, ReplayPolicy, ReplayResult } from '../replay/index.js';

/** `about`: a line on what was shown. `more`: lines at the end. */
export function formatReplay(
  path: string,
  log: Log,
  result: ReplayResult,
  about: readonly string[] = [],
  more: readonly string[] = [],
): string {
  return [
    ...describeLog(path, log, result, about),
    '',
    ...table(log, result),
    '',
    ...verdict(result),
    '',
    ...notes(result),
    ...more,
    '',
  ].join('\n');
}

function describeLog(
  path: string,
  log: Log,
  result: ReplayResult,
  about: readonly string[],
): string[] {
  const { columns } = log;
  const chance = {
    column: `propensity "${columns.propensity}"`,
    stated: 'no propensity column: taken as stated',
    fitted: 'no propensity column: fitted to the rows',
    assumed: 'no propensity column: every arm taken as equally likely',
  }[log.propensitySource];
  return [
    `${path}: ${count(result.rows)} rows, ${result.arms} arms ("${columns.arm}"), total reward ${count(result.reward)} ("${columns.reward}"), ${chance}.`,
    ...about,
    result.uniformLog
      ? 'Estimator: replay (Li et al. 2011). A row counts when the policy chooses the arm that the log shows.'
      : 'Estimator: replay, each agreeing row weighted by 1/propensity and self-normalised (Swaminathan and Joachims 2015).',
    ...(result.passes > 1
      ? [
          `Passes over the log: ${result.passes}. A logged row is counted once in the standard errors.`,
        ]
      : []),
    ...(result.partial ? ['Stopped before the end: what follows is partial.'] : []),
  ];
}

function table(log: Log, result: ReplayResult): string[] {
  const clicks = log.columns.reward === 'click';
  const header = [
    'policy',
    'agreed',
    'effective',
    clicks ? 'clicks' : 'reward',
    clicks ? 'click-through' : 'mean',
    'std. error',
    '95 % interval',
    'sent',
  ];
  const rows = result.policies.map((policy) => [
    nameOf(policy) + (policy.complete ? '' : ' (partial)'),
    count(policy.matched),
    policy.effectiveSamples.toFixed(0),
    count(policy.reward),
    percent(policy.mean),
    policy.reward === 0 ? '-' : percent(policy.standardError),
    `${percent(policy.low)} to ${percent(policy.high)}`,
    sentOf(policy),
  ]);
  return tableOf(header, rows, [0, 7]);
}

/** With its number where there are several. */
const nameOf = ({ label, replicate }: ReplayPolicy) =>
  replicate === 0 ? label : `${label} (${replicate + 1})`;

export function sentOf({ sent }: Pick<ReplayPolicy, 'sent'>): string {
  return sent === null ? '' : `${count(sent.reports)} reports, ${count(sent.bytes)} bytes`;
}

/** `text`: the columns that begin at the left. */
export function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  text: readonly number[],
): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        text.includes(column)
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)];
}

function verdict(result: ReplayResult): string[] {
  if (result.notCompared !== null) return [`No comparison: ${result.notCompared}.`];
  const comparator = result.policies.find(({ kind }) => kind === 'non-private')?.label ?? '';
  const lines = result.policies.flatMap((policy) => [
    ...compare(policy, policy.againstUniform, 'uniform play'),
    ...compare(policy, policy.againstNonPrivate, comparator),
  ]);
  const differences = result.policies.flatMap(({ againstUniform, againstNonPrivate }) =>
    [againstUniform, againstNonPrivate].filter((value) => value !== null),
  );
  const summary = differences.every(({ withinNoise }) => withinNoise)
    ? 'Every difference is within noise: this log cannot tell these policies apart, nor show what privacy costs here.'
    : `${differences.filter(({ withinNoise }) => !withinNoise).length} of ${differences.length} differences are larger than their noise.`;
  return [...lines, summary];
}

function compare(policy: ReplayPolicy, found: Difference | null, other: string): string[] {
  if (found === null) return [];
  const label = nameOf(policy);
  const { difference, low, high, withinNoise } = found;
  if (Number.isNaN(difference)) return [`${label} against ${other}: nothing to compare yet.`];
  const said = withinNoise ? 'within noise' : difference > 0 ? 'higher' : 'lower';
  return [
    `${label} against ${other}: ${signed(difference)} (95 %: ${signed(low)} to ${signed(high)}), ${said}.`,
  ];
}

function notes(result: ReplayResult): string[] {
  const rewards = result.policies.map(({ reward }) => reward);
  return [
    ...(Math.min(...rewards) < 10
      ? [
          'Fewer than 10 rewards stand behind at least one line: its standard error is itself unreliable; read the interval.',
        ]
      : []),
    ...(result.uniformLog
      ? []
      : [
          'The log is not uniform: the weights repair the average, not the order in which the learner met its rows.',
        ]),
    `Seed: ${result.seed}. The same seed gives the same numbers (--seed).`,
  ];
}

export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

export function percent(value: number, digits = 3): string {
  return Number.isNaN(value) ? '-' : `${(100 * value).toFixed(digits)} %`;
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${(100 * Math.abs(value)).toFixed(3)} points`;
}
