// The two kinds of logs that `ldp-bandits evaluate` reads.
import { LdpError } from '../internal/errors.js';
import {
  createEvaluator,
  evaluate,
  type PrivateEvaluation,
  type RawEstimates,
} from '../server/index.js';
import type { EvaluateOptions } from './evaluate-options.js';
import { isNamed, type LoggedShares, namedTarget, targetOf } from './evaluate-target.js';
import { byNumberThenName, type LoggedRows, readLog, readRows } from './log.js';
import { Problem } from './problem.js';

const STRATA = ['position', 'place', 'rank'];
const SHARE = 'share_';

export interface Evaluated<Result> {
  readonly columns: object;
  readonly labels: readonly string[];
  readonly strata: readonly string[];
  readonly result: Result;
}

export async function evaluateRaw(options: EvaluateOptions): Promise<Evaluated<RawEstimates>> {
  const { alpha, resamples, seed } = options;
  const log = await readStrata(options.data, options);
  const target = isNamed(options.target)
    ? log.strata.map(() => namedTarget(options.target, log.labels))
    : targetOf(options.target, await readStrata(options.target, options), log);
  const rows = Array.from(log.arm, (action, row) => ({
    action,
    reward: log.reward[row] as number,
    propensity: log.propensity[row] as number,
    stratum: log.stratum[row] as number,
  }));
  const columns = { ...log.columns, stratum: log.stratumColumn };
  const result = evaluate({ log: rows, target, alpha, resamples, seed });
  return { columns, labels: log.labels, strata: log.strata, result };
}

async function readStrata(
  path: string,
  { columns, stratum }: EvaluateOptions,
): Promise<LoggedRows & LoggedShares & { readonly stratumColumn: string | null }> {
  const log = await readLog(path, columns);
  let at: number | undefined;
  let name: string | null = null;
  const cells: string[] = [];
  await readRows(path, (row) => {
    if (at === undefined) {
      const header = row.map((cell) => cell.replace(/^\uFEFF/, '').trim());
      name = stratumColumn(path, header, stratum);
      at = name === null ? -1 : header.indexOf(name);
      return;
    }
    const cell = at < 0 ? '' : (row[at]?.trim() ?? '');
    if (at >= 0 && cell === '')
      throw new Problem(`${path}, row ${cells.length + 1}: column "${name}" is empty.`);
    cells.push(cell);
  });
  const strata = [...new Set(cells)].sort(byNumberThenName);
  const numbers = new Map(strata.map((label, number) => [label, number]));
  return {
    ...log,
    strata,
    stratum: Uint32Array.from(cells, (cell) => numbers.get(cell) as number),
    stratumColumn: name,
  };
}

function stratumColumn(path: string, header: readonly string[], wanted?: string): string | null {
  if (wanted === 'none') return null;
  if (wanted === undefined) return STRATA.find((name) => header.includes(name)) ?? null;
  if (header.includes(wanted)) return wanted;
  throw new Problem(`${path} has no column "${wanted}", which --stratum-column names.`);
}

/** Row by row: the log need not fit into memory. */
export async function evaluatePrivate(
  options: EvaluateOptions,
): Promise<Evaluated<PrivateEvaluation>> {
  const { data, alpha } = options;
  let reader: PrivateReader | undefined;
  await readRows(data, (cells) => {
    if (reader) reader.add(cells);
    else
      reader = new PrivateReader(data, cells, options.columns.arm ?? 'arm', options.target, alpha);
  });
  if (!reader) throw new Problem(`${data} has no rows.`);
  const { columns, labels, evaluator } = reader as PrivateReader;
  return { columns, labels, strata: [], result: evaluator.result() };
}

class PrivateReader {
  readonly columns: { readonly arm: string; readonly epsilon: string; readonly bit: string };
  readonly labels: readonly string[];
  readonly evaluator;
  readonly #path: string;
  readonly #at: { readonly arm: number; readonly epsilon: number; readonly bit: number };
  readonly #shares: readonly number[];
  #row = 0;

  constructor(path: string, cells: readonly string[], arm: string, target: string, alpha: number) {
    const header = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim());
    const find = (name: string) => {
      const at = header.indexOf(name);
      if (at < 0)
        throw new Problem(
          `${path} has no column "${name}"; a private log has "${arm}", "epsilon", "bit", and "${SHARE}<arm>" for each arm.`,
        );
      return at;
    };
    this.#path = path;
    this.columns = { arm, epsilon: 'epsilon', bit: 'bit' };
    this.#at = { arm: find(arm), epsilon: find('epsilon'), bit: find('bit') };
    this.#shares = header.flatMap((name, at) => (name.startsWith(SHARE) ? [at] : []));
    this.labels = this.#shares.map((at) => (header[at] as string).slice(SHARE.length));
    if (this.labels.length === 0) find(`${SHARE}<arm>`);
    if (!isNamed(target))
      throw new Problem(
        '--target of a private log is uniform, always=<arm> or shares by arm; a file of raw rewards goes with a raw log.',
      );
    const shares = namedTarget(target, this.labels);
    this.evaluator = createEvaluator({ private: true, target: shares, alpha });
  }

  add(cells: readonly string[]): void {
    this.#row += 1;
    const number = (at: number) => {
      const text = cells[at]?.trim() ?? '';
      return text === '' ? Number.NaN : Number(text);
    };
    const label = cells[this.#at.arm]?.trim() ?? '';
    const arm = this.labels.indexOf(label);
    if (arm < 0)
      throw this.#problem(
        this.columns.arm,
        `is "${label}", and no column is called "${SHARE}${label}"`,
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
      throw this.#problem(column, `${reason}, got ${value}`);
    }
  }

  #problem(column: string, what: string): Problem {
    return new Problem(`${this.#path}, row ${this.#row}: column "${column}" ${what}.`);
  }
}
