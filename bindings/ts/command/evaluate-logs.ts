// The two kinds of logs that `ldp-bandits evaluate` reads.
import { LdpError } from '../internal/errors.js';
import { didYouMean } from '../internal/nearest.js';
import { numberOf } from '../logs/number.js';
import type { ReadPlan, RewardRange } from '../logs/read-log.js';
import { onlyPlaceOf } from '../logs/roles.js';
import { RowNumbers } from '../logs/row-numbers.js';
import { type Reading, readRows } from '../logs/rows.js';
import { nameOf } from '../logs/source.js';
import {
  createEvaluator,
  evaluate,
  type Interval,
  type PrivateEvaluation,
  type RawEstimates,
} from '../server/index.js';
import type { EvaluateOptions } from './evaluate-options.js';
import { isNamed, namedTarget, planOf, targetOf } from './evaluate-target.js';
import { type CommandLog, readLog } from './log.js';
import { Problem } from './problem.js';

const SHARE = 'share_';

export interface Evaluated<Result> {
  readonly reading: Reading;
  /** Of the log that is the target. */
  readonly targetReading?: Reading;
  /** Of raw rewards. */
  readonly rewardRange?: RewardRange;
  readonly columns: object;
  readonly labels: readonly string[];
  readonly strata: readonly string[];
  readonly result: Result;
}

export async function evaluateRaw(options: EvaluateOptions): Promise<Evaluated<RawEstimates>> {
  const { alpha, made } = options;
  const { log, rowNumbers } = await readRaw(options.data, options, planOf(made));
  // Of it only the counts are used.
  const other = isNamed(options.target) ? null : (await readRaw(options.target, options, {})).log;
  const target = other
    ? targetOf(options.target, other, log)
    : log.strata.map(() => namedTarget(options.target, log.labels));
  const found = evaluate({ log, target, alpha });
  const { reading, rewardRange, columns, labels, strata } = log;
  const named = inFile(found, rowNumbers);
  const result = { ...named, warnings: [...new Set([...log.warnings, ...named.warnings])] };
  const beside = other ? { targetReading: other.reading } : {};
  return { reading, ...beside, rewardRange, columns, labels, strata, result };
}

/** Rows of the log are named as rows of the file. */
function inFile(found: RawEstimates, rowNumbers: RowNumbers): RawEstimates {
  const named = ({ why, ...ends }: Interval): Interval =>
    why === undefined ? ends : { ...ends, why: rowNumbers.inFile(why) };
  const { ips, snips, dm, dr, switch: switched } = found.intervals;
  return {
    ...found,
    intervals: {
      ips: named(ips),
      snips: named(snips),
      dm: named(dm),
      dr: named(dr),
      switch: named(switched),
    },
    warnings: found.warnings.map((said) => rowNumbers.inFile(said)),
  };
}

async function readRaw(
  path: string,
  { columns, stratum, rewardRange }: EvaluateOptions,
  made: Partial<ReadPlan>,
): Promise<CommandLog> {
  return readLog(path, { columns: { ...columns, stratum }, rewardRange, ...made });
}

/** Row by row: the log need not fit into memory. */
export async function evaluatePrivate(
  options: EvaluateOptions,
): Promise<Evaluated<PrivateEvaluation>> {
  const { data, alpha } = options;
  let reader: PrivateReader | undefined;
  const reading = await readRows(data, {
    header: (names) => {
      const arm = options.columns.arm ?? 'arm';
      reader = new PrivateReader(nameOf(data), names, arm, options.target, alpha);
    },
    row: (cells, row) => reader?.add(cells, row),
  });
  // A file without a header has been refused.
  const { columns, labels, evaluator, rowNumbers } = reader as unknown as PrivateReader;
  const found = evaluator.result();
  const result =
    found.refused === undefined
      ? { ...found, warnings: found.warnings.map((said) => rowNumbers.inFile(said)) }
      : { ...found, refused: rowNumbers.inFile(found.refused) };
  return { reading, columns, labels, strata: [], result };
}

class PrivateReader {
  readonly columns: { readonly arm: string; readonly epsilon: string; readonly bit: string };
  readonly labels: readonly string[];
  readonly evaluator;
  readonly rowNumbers = new RowNumbers();
  readonly #path: string;
  readonly #at: { readonly arm: number; readonly epsilon: number; readonly bit: number };
  readonly #shares: readonly number[];

  constructor(path: string, header: readonly string[], arm: string, target: string, alpha: number) {
    const find = (name: string) => {
      if (!header.includes(name))
        throw new Problem(
          `${path} has no column "${name}".${didYouMean(name, header)} A private log has "${arm}", "epsilon", "bit", and "${SHARE}<arm>" for each arm.`,
        );
      return onlyPlaceOf({ source: path, names: header }, name);
    };
    this.#path = path;
    this.columns = { arm, epsilon: 'epsilon', bit: 'bit' };
    this.#at = { arm: find(arm), epsilon: find('epsilon'), bit: find('bit') };
    this.#shares = header.flatMap((name, at) => (name.startsWith(SHARE) ? [at] : []));
    this.labels = this.#shares.map((at) => (header[at] as string).slice(SHARE.length));
    if (this.labels.length === 0) find(`${SHARE}<arm>`);
    for (const label of this.labels) find(`${SHARE}${label}`);
    if (!isNamed(target))
      throw new Problem(
        '--target of a private log is uniform, always=<arm> or shares by arm; a file of raw rewards goes with a raw log.',
      );
    const shares = namedTarget(target, this.labels);
    this.evaluator = createEvaluator({ private: true, target: shares, alpha });
  }

  add(cells: readonly string[], row: number): void {
    this.rowNumbers.add(row);
    const number = (at: number) => numberOf(cells[at]?.trim() ?? '');
    const label = cells[this.#at.arm]?.trim() ?? '';
    const arm = this.labels.indexOf(label);
    if (arm < 0)
      throw this.#problem(
        row,
        this.columns.arm,
        `is "${label}", and no column is called "${SHARE}${label}". Add it, or mend the cell`,
      );
    try {
      this.evaluator.add({
        arm,
        shares: this.#shares.map(number),
        epsilon: number(this.#at.epsilon),
        bit: number(this.#at.bit),
      });
    } catch (error) {
      if (!LdpError.is(error, 'invalid_argument')) throw error;
      const { parameter, value, reason } = error.details;
      const [, field = '', index] = /\]\.(\w+)(?:\[(\d+)\])?$/.exec(String(parameter)) ?? [];
      const ofArm = index === undefined ? '*' : this.labels[Number(index)];
      const column = field === 'shares' ? `${SHARE}${ofArm}` : field;
      throw this.#problem(row, column, `${reason}, got ${value}. Mend the cell, or remove the row`);
    }
  }

  #problem(row: number, column: string, what: string): Problem {
    return new Problem(`${this.#path}, row ${row}: column "${column}" ${what}.`);
  }
}
