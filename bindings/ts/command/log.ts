// Reads a logged data set: CSV with a header line, plain or gzip.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import Papa from 'papaparse';
import { Problem } from './problem.js';

/** Undefined = the first of the usual names that the header has. */
export interface Columns {
  readonly arm?: string | undefined;
  readonly reward?: string | undefined;
  readonly propensity?: string | undefined;
}

/** One entry a row, in the order of the file. */
export interface LoggedRows {
  readonly columns: {
    readonly arm: string;
    readonly reward: string;
    readonly propensity: string | null;
  };
  /** The labels of the arms as the file writes them; `arm` holds indices into it. */
  readonly labels: readonly string[];
  readonly arm: Uint32Array;
  /** In [0, 1]. */
  readonly reward: Float64Array;
  /** In (0, 1]. 1/arms everywhere if the file has no such column. */
  readonly propensity: Float64Array;
  /** Of each row, where a visitor has several. */
  readonly visitor?: Uint32Array;
  /** Whether all propensities are equal, so that no row has to be weighted. */
  readonly uniform: boolean;
}

export const usualNames = {
  arm: ['item_id', 'arm', 'action'],
  reward: ['click', 'reward'],
  propensity: ['propensity_score', 'propensity', 'pscore'],
} as const;

const kMostArms = 4096;

/**
 * @throws {Problem} for a file that cannot be read, a column that is not there, a cell that is not
 * what it should be.
 */
export async function readLog(
  path: string,
  columns: Columns,
  limit = Number.POSITIVE_INFINITY,
): Promise<LoggedRows> {
  const rows = new RowReader(path, columns);
  await readRows(path, (cells) => rows.add(cells));
  return rows.finish(limit);
}

/**
 * Every row of a CSV file, the header among them; empty lines are none.
 *
 * @throws {Problem} for a file that cannot be read; whatever `onRow` throws.
 */
export async function readRows(
  path: string,
  onRow: (cells: readonly string[]) => void,
): Promise<void> {
  await parse(open(path), onRow).catch((error: unknown) => {
    throw explainReadError(path, error);
  });
}

function open(path: string): Readable {
  const file = createReadStream(path);
  if (!path.endsWith('.gz')) return file;
  // pipeline forwards the error of the file to the stream that is being read.
  return pipeline(file, createGunzip(), () => {});
}

async function parse(stream: Readable, onRow: (cells: readonly string[]) => void): Promise<void> {
  stream.setEncoding('utf8');
  // papaparse takes a stream that breaks off for one that ends.
  const ended = finished(stream);
  ended.catch(() => {});
  const parsed = new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(stream, {
      skipEmptyLines: 'greedy',
      step: ({ data }, parser) => {
        try {
          onRow(data);
        } catch (error) {
          reject(error);
          parser.abort();
        }
      },
      complete: () => resolve(),
      error: reject,
    });
  });
  try {
    await parsed;
    await ended;
  } finally {
    stream.destroy();
  }
}

class RowReader {
  readonly #path: string;
  readonly #wanted: Columns;
  #at: { arm: number; reward: number; propensity: number } | undefined;
  #names: LoggedRows['columns'] | undefined;
  readonly #arms: string[] = [];
  readonly #rewards: number[] = [];
  readonly #propensities: number[] = [];

  constructor(path: string, wanted: Columns) {
    this.#path = path;
    this.#wanted = wanted;
  }

  get count(): number {
    return this.#arms.length;
  }

  add(cells: readonly string[]): void {
    if (this.#at === undefined) {
      this.#readHeader(cells.map((cell) => cell.replace(/^\uFEFF/, '')));
      return;
    }
    const arm = cells[this.#at.arm]?.trim() ?? '';
    if (arm === '') throw this.#badCell('arm', arm, 'a name or a number');
    const reward = this.#number(
      cells,
      'reward',
      (value) => value >= 0 && value <= 1,
      'a number from 0 to 1',
    );
    if (this.#at.propensity >= 0) {
      const positive = (value: number) => value > 0 && value <= 1;
      this.#propensities.push(
        this.#number(cells, 'propensity', positive, 'a number above 0 and at most 1'),
      );
    }
    this.#arms.push(arm);
    this.#rewards.push(reward);
  }

  /** The first `limit` rows; the arms are those of the whole file. */
  finish(limit: number): LoggedRows {
    const columns = this.#names;
    if (columns === undefined || this.count === 0) {
      throw new Problem(
        `${this.#path} has no rows. A log needs a header line and at least one row below it.`,
      );
    }
    const labels = [...new Set(this.#arms)].sort(byNumberThenName);
    if (labels.length > kMostArms) {
      throw new Problem(
        `Column "${columns.arm}" has ${labels.length} different values; at most ${kMostArms} arms are possible. Choose another with --arm-column.`,
      );
    }
    const indexOf = new Map(labels.map((label, index) => [label, index]));
    const propensity =
      columns.propensity === null
        ? new Float64Array(this.count).fill(1 / labels.length)
        : Float64Array.from(this.#propensities);
    const [first = 1] = propensity;
    return {
      columns,
      labels,
      arm: Uint32Array.from(this.#arms.slice(0, limit), (label) => indexOf.get(label) ?? 0),
      reward: Float64Array.from(this.#rewards.slice(0, limit)),
      propensity: propensity.subarray(0, Math.min(limit, propensity.length)),
      uniform: propensity.every((value) => Math.abs(value - first) <= 1e-6 * first),
    };
  }

  #readHeader(header: readonly string[]): void {
    const arm = this.#require(header, 'arm');
    const reward = this.#require(header, 'reward');
    const propensity = this.#propensityColumn(header);
    this.#names = { arm, reward, propensity };
    this.#at = {
      arm: header.indexOf(arm),
      reward: header.indexOf(reward),
      propensity: propensity === null ? -1 : header.indexOf(propensity),
    };
  }

  #propensityColumn(header: readonly string[]): string | null {
    if (this.#wanted.propensity === 'none') return null;
    if (this.#wanted.propensity !== undefined) return this.#require(header, 'propensity');
    return usualNames.propensity.find((name) => header.includes(name)) ?? null;
  }

  #require(header: readonly string[], role: keyof Columns): string {
    const wanted = this.#wanted[role];
    const names: readonly string[] = wanted === undefined ? usualNames[role] : [wanted];
    const found = names.find((name) => header.includes(name));
    if (found !== undefined) return found;
    const isHeadless = header.every((name) => name.trim() !== '' && Number.isFinite(Number(name)));
    const hint = isHeadless
      ? ' These are numbers: a log needs a header line. A classification set without one is read with --no-header and --label-column.'
      : '';
    const tried = names.map((name) => `"${name}"`).join(', ');
    throw new Problem(
      `${this.#path} has no column ${tried} for the ${role}. Name it with --${role}-column; the file has: ${describeHeader(header)}.${hint}`,
    );
  }

  #number(
    cells: readonly string[],
    role: 'reward' | 'propensity',
    valid: (value: number) => boolean,
    want: string,
  ) {
    const text = cells[this.#at?.[role] ?? -1]?.trim() ?? '';
    const value = text === '' ? Number.NaN : Number(text);
    if (!valid(value)) throw this.#badCell(role, text, want);
    return value;
  }

  #badCell(role: keyof Columns, text: string, want: string): Problem {
    const name = this.#names?.[role] ?? role;
    return new Problem(
      `${this.#path}, row ${this.count + 1}: column "${name}" is "${text.slice(0, 40)}", but the ${role} must be ${want}. Put the file right, or name another column with --${role}-column.`,
    );
  }
}

export function describeHeader(header: readonly string[]): string {
  const named = header.filter((name) => name !== '');
  const shown = named.slice(0, 16).map((name) => `"${name.slice(0, 40)}"`);
  return named.length > shown.length
    ? `${shown.join(', ')} and ${named.length - shown.length} more`
    : shown.join(', ');
}

export function byNumberThenName(a: string, b: string): number {
  const numeric = Number(a) - Number(b);
  if (!Number.isNaN(numeric) && numeric !== 0) return numeric;
  return a < b ? -1 : a > b ? 1 : 0;
}

function explainReadError(path: string, error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOENT')
    return new Problem(`There is no file ${path}. Give the path of a CSV file with --data.`);
  if (code === 'EISDIR')
    return new Problem(`${path} is a folder. Give the path of a CSV file with --data.`);
  if (code === 'EACCES') return new Problem(`${path} may not be read by this user.`);
  if (typeof code === 'string' && code.startsWith('Z_')) {
    return new Problem(`${path} ends in .gz but is not a whole gzip file (${code}).`);
  }
  return error;
}
