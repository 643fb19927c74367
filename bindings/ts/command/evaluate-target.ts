// A target policy, as the command line names it.
import { didYouMean } from '../internal/nearest.js';
import { numberOf } from '../logs/number.js';
import type { ReadPlan } from '../logs/read-log.js';
import type { Made } from './log.js';
import { Problem } from './problem.js';

/** The share of each arm in a log, by stratum. */
export interface LoggedShares {
  readonly labels: readonly string[];
  readonly strata: readonly string[];
  readonly arm: Uint32Array;
  readonly stratum: Uint32Array;
}

/** Whether the target is named on the command line, in place of a file. */
export function isNamed(target: string): boolean {
  const isShare = (part: string) => /=\s*[-+.\d]*(e[-+]?\d+)?\s*$/i.test(part);
  return (
    target === 'uniform' ||
    target.startsWith('always=') ||
    (target.includes('=') && target.split(',').every(isShare))
  );
}

/** @throws {Problem} for an arm that the log does not have, shares that are none. */
export function namedTarget(
  target: string,
  labels: readonly string[],
  flag = '--target',
): number[] {
  if (target === 'uniform') return labels.map(() => 1 / labels.length);
  if (target.startsWith('always=')) {
    const arm = armOf(target.slice('always='.length), labels, flag);
    return labels.map((_, i) => (i === arm ? 1 : 0));
  }
  const shares = labels.map(() => 0);
  const named = new Set<number>();
  let sum = 0;
  for (const part of target.split(',')) {
    const [, label = '', text = ''] = /^(.*)=([^=]*)$/.exec(part) ?? [];
    const share = numberOf(text.trim());
    if (!(share >= 0 && share <= 1))
      throw new Problem(`${flag} takes a share from 0 to 1 for each arm; got "${part}".`);
    const name = label.trim();
    // A log may lack a row of a rare arm, which has a share all the same.
    const isUnshown = flag === '--propensities' && !labels.includes(name);
    const arm = isUnshown ? -1 : armOf(name, labels, flag);
    sum += share;
    if (isUnshown) continue;
    if (named.has(arm)) throw new Problem(`${flag} names the arm "${labels[arm]}" twice.`);
    named.add(arm);
    shares[arm] = share;
  }
  if (Math.abs(sum - 1) > 1e-6)
    throw new Problem(`${flag}: the shares have the sum ${sum.toPrecision(6)}, not 1.`);
  return shares;
}

/** For the reader: what --propensities or --fit-propensities says. */
export function planOf({ propensities, fit }: Made): Pick<ReadPlan, 'propensities' | 'fit'> {
  if (propensities === undefined) return { fit };
  return { propensities: (labels) => namedTarget(propensities, labels, '--propensities') };
}

function armOf(label: string, labels: readonly string[], flag = '--target'): number {
  const arm = labels.indexOf(label);
  if (arm >= 0) return arm;
  const shown = labels.slice(0, 16).join(', ');
  throw new Problem(
    `${flag}: the log has no arm "${label}".${didYouMean(label, labels)} It has ${shown}.`,
  );
}

/**
 * The shares of another log, in each stratum of this one.
 * @throws {Problem} for an arm or a stratum that only one of them has.
 */
export function targetOf(path: string, other: LoggedShares, log: LoggedShares): number[][] {
  const arms = other.labels.map((label) => armOf(label, log.labels));
  return log.strata.map((name) => {
    const stratum = other.strata.indexOf(name);
    if (stratum < 0) throw new Problem(`--target: ${path} has no row of stratum "${name}".`);
    const shares = log.labels.map(() => 0);
    let rows = 0;
    other.stratum.forEach((at, row) => {
      if (at !== stratum) return;
      rows += 1;
      const arm = arms[other.arm[row] as number] as number;
      shares[arm] = (shares[arm] as number) + 1;
    });
    return shares.map((count) => count / rows);
  });
}
