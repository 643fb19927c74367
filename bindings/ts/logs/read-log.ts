// A log of shown arms and rewards from CSV, in one pass: read whole, or refused with the row and what to do.
import { SMALLEST_PROPENSITY } from '../internal/checks.js';
import { unlikeUniform } from '../internal/uniform-counts.js';
import { fitPropensities } from './fit-propensities.js';
import { alikeIn, canonical } from './labels.js';
import { numberOf, remedyFor } from './number.js';
import { Labels, type Numbered } from './numbered.js';
import { refused, shown } from './refuse.js';
import { type Header, type LogColumns, type OptionOf, placeOf, type Role } from './roles.js';
import { RowNumbers } from './row-numbers.js';
import { type Reading, type RowTaker, readRows } from './rows.js';
import { type LogSource, nameOf } from './source.js';
import { columnsOf } from './table.js';

/** An entry a row, in the order of the file. As `log` of `replay` it has arms; of `evaluate`, rows. */
export interface Log {
  readonly columns: {
    readonly arm: string;
    readonly reward: string;
    readonly propensity: string | null;
    readonly stratum: string | null;
  };
  /** How many arms there are. */
  readonly arms: number;
  /** The arms as the file writes them, numbers first; `arm` holds indices into it. */
  readonly labels: readonly string[];
  readonly arm: Uint32Array;
  /** In [0, 1]: of the range, 0 is its low end and 1 its high one. */
  readonly reward: Float64Array;
  readonly rewardRange: RewardRange;
  /** In (0, 1]. */
  readonly propensity: Float64Array;
  /** Where they are from: a column, what the caller states, a fit to the rows, or nothing, and each is 1/arms. */
  readonly propensitySource: 'column' | 'stated' | 'fitted' | 'assumed';
  /** Why the log cannot be one of equally likely arms, which it was taken for; null if nothing speaks against it. */
  readonly propensityDoubt: string | null;
  /** The strata as the file writes them; `stratum` holds indices into it. One, "", if there is no such column. */
  readonly strata: readonly string[];
  readonly stratum: Uint32Array;
  readonly reading: Reading;
  /** What the reader doubts, in words. */
  readonly warnings: readonly string[];
  [Symbol.iterator](): Iterator<LogRow>;
}

/** A row as `evaluate` of `ldp-bandits/server` takes it. */
export interface LogRow {
  readonly action: number;
  readonly reward: number;
  readonly propensity: number;
  readonly stratum: number;
}

/** The ends that rewards were declared to have before anyone looked at them. */
export type RewardRange = readonly [low: number, high: number];

/** Columns that the caller wants as text, by their places. */
export type Kept = ReadonlyMap<number, readonly string[]>;

export interface ReadPlan {
  readonly columns: LogColumns;
  readonly option: OptionOf;
  readonly rewardRange?: RewardRange | undefined;
  /** How the caller declares it. */
  readonly rangeOption: string;
  /** How the log was made, where it has no column of it: the share of each arm. */
  readonly propensities?: ((labels: readonly string[]) => readonly number[]) | undefined;
  /** How the caller states it. */
  readonly propensitiesOption?: string;
  /** Or the columns that what was shown depended on, by which it is fitted. */
  readonly fit?: readonly string[] | undefined;
  readonly fitOption?: string;
  /** What to do about a file without a header, as a sentence. */
  readonly headless?: string;
  /** The first rows only: arms are those of the whole file, doubts are about these rows. */
  readonly limit: number;
  /** `taken`: the places of the columns that have a role. */
  readonly keep: (header: Header, taken: ReadonlySet<number>) => readonly number[];
}

const kMostArms = 4096;

export async function readWhole(source: LogSource, plan: ReadPlan) {
  const taker = new LogTaker(nameOf(source), plan);
  const reading = await readRows(source, taker);
  return taker.finish(reading);
}

class LogTaker implements RowTaker {
  readonly #source: string;
  readonly #plan: ReadPlan;
  readonly #range: RewardRange;
  #header: Header | undefined;
  #at = { arm: -1, reward: -1, propensity: -1, stratum: -1 };
  readonly #arms = new Labels();
  readonly #forms = new Map<string, { readonly label: string; readonly row: number }>();
  readonly #strata = new Labels();
  readonly #rewards: number[] = [];
  readonly #propensities: number[] = [];
  readonly #cells = new Map<number, string[]>();
  /** Of these columns, those that the caller wants. */
  #kept: readonly number[] = [];
  #fitted: readonly number[] = [];
  readonly #rowNumbers = new RowNumbers();
  /** Of each row with kept cells, which one it is in the file. */
  readonly #numbers: number[] = [];

  constructor(source: string, plan: ReadPlan) {
    this.#source = source;
    this.#plan = plan;
    this.#range = plan.rewardRange ?? [0, 1];
  }

  header(names: readonly string[]): void {
    const { columns, option, headless = '', keep } = this.#plan;
    const header = { source: this.#source, names };
    const place = (role: Role) => placeOf(header, role, columns[role], option(role), headless);
    this.#header = header;
    this.#at = {
      arm: place('arm'),
      reward: place('reward'),
      propensity: place('propensity'),
      stratum: place('stratum'),
    };
    const { propensities, propensitiesOption, fit, fitOption = '' } = this.#plan;
    if ((propensities ?? fit) !== undefined && this.#at.propensity >= 0)
      throw refused(
        this.#source,
        {},
        `has the propensities of its rows in the column ${shown(names[this.#at.propensity] as string)}, and ${fit ? `${fitOption} fits` : `${propensitiesOption} states`} others. Leave that out, or rename the column`,
      );
    const taken = new Set(Object.values(this.#at).filter((at) => at >= 0));
    this.#kept = keep(header, taken);
    this.#fitted = columnsOf(header, fit ?? [], taken, fitOption);
    for (const at of [...this.#kept, ...this.#fitted]) this.#cells.set(at, []);
  }

  arms(labels: readonly string[]): void {
    for (const label of labels) this.#arms.know(label);
  }

  row(cells: readonly string[], row: number): void {
    this.#rowNumbers.add(row);
    const { arm, stratum, propensity } = this.#at;
    this.#addArm(this.#label('arm', cells[arm], row), row);
    this.#rewards.push(this.#reward(cells, row));
    if (propensity >= 0) this.#propensities.push(this.#propensity(cells, row));
    this.#strata.add(stratum < 0 ? '' : this.#label('stratum', cells[stratum], row));
    if (this.#cells.size === 0 || this.#rewards.length > this.#plan.limit) return;
    this.#numbers.push(row);
    for (const [at, kept] of this.#cells) kept.push(cells[at]?.trim() ?? '');
  }

  finish(reading: Reading) {
    const { names = [] } = this.#header ?? {};
    const nameAt = (at: number) => (at < 0 ? null : (names[at] as string));
    const { arm, reward, propensity, stratum } = this.#at;
    const arms = this.#arms.sorted(this.#plan.limit);
    const strata = this.#strata.sorted(this.#plan.limit);
    const rewards = Float64Array.from(this.#rewards.slice(0, this.#plan.limit));
    const { propensity: propensities, source, warnings } = this.#propensitiesOf(arms, strata);
    const unlike =
      source === 'assumed' ? unlikeUniform(arms.labels.length, arms.at, strata.at) : undefined;
    const propensityDoubt = unlike === undefined ? null : this.#doubt(unlike);
    const log: Log = {
      columns: {
        arm: names[arm] as string,
        reward: names[reward] as string,
        propensity: nameAt(propensity),
        stratum: nameAt(stratum),
      },
      arms: arms.labels.length,
      labels: arms.labels,
      arm: arms.at,
      reward: rewards,
      rewardRange: this.#range,
      propensity: propensities,
      propensitySource: source,
      propensityDoubt,
      strata: strata.labels,
      stratum: strata.at,
      reading,
      warnings: [
        ...alikeIn(arms.labels),
        ...(propensityDoubt === null ? [] : [propensityDoubt]),
        ...warnings,
      ],
      *[Symbol.iterator]() {
        for (const [i, value] of rewards.entries())
          yield {
            action: arms.at[i] as number,
            reward: value,
            propensity: propensities[i] as number,
            stratum: strata.at[i] as number,
          };
      },
    };
    return {
      log,
      names,
      rowNumbers: this.#rowNumbers,
      numbers: this.#numbers,
      kept: new Map(this.#kept.map((at) => [at, this.#cells.get(at) ?? []])) as Kept,
    };
  }

  #propensitiesOf(arms: Numbered, strata: Numbered) {
    const { propensities: stated, fit, limit } = this.#plan;
    if (this.#at.propensity >= 0) {
      const propensity = Float64Array.from(this.#propensities.slice(0, limit));
      return { propensity, source: 'column', warnings: [] } as const;
    }
    if (fit === undefined) {
      const propensity = this.#assumed(arms, stated?.(arms.labels));
      return { propensity, source: stated ? 'stated' : 'assumed', warnings: [] } as const;
    }
    const table = {
      source: this.#source,
      names: this.#header?.names ?? [],
      rows: arms.at.length,
      numbers: this.#numbers,
      cells: this.#cells,
    };
    const shownIn = {
      arm: arms.at,
      arms: arms.labels.length,
      stratum: strata.at,
      strata: strata.labels.length,
    };
    return { ...fitPropensities(shownIn, table, this.#fitted), source: 'fitted' } as const;
  }

  /** The propensities of a log without a column of them, where they are the same in every row. */
  #assumed(
    { labels, at }: Numbered,
    shares: readonly number[] = labels.map(() => 1 / labels.length),
  ): Float64Array {
    return Float64Array.from(at, (arm) => {
      const share = shares[arm] as number;
      if (share >= SMALLEST_PROPENSITY) return share;
      throw refused(
        this.#source,
        {},
        `shows the arm ${shown(labels[arm] as string)}, to which ${this.#plan.propensitiesOption} gives no share. Give it one`,
      );
    });
  }

  #doubt(unlike: string): string {
    const { option, propensitiesOption, fitOption } = this.#plan;
    return `the log has no propensities, and ${unlike}: IPS and SNIPS say nothing then, the others only if visitors do not differ. Name the column with ${option('propensity')}, state how the log was made with ${propensitiesOption}, or name what it depended on with ${fitOption}`;
  }

  #addArm(label: string, row: number): void {
    if (!this.#arms.add(label)) return;
    if (this.#arms.size > kMostArms)
      throw this.#bad(
        'arm',
        row,
        `has more than ${kMostArms} different values, which are too many arms. Name another column with ${this.#plan.option('arm')}`,
      );
    const form = canonical(label);
    const other = this.#forms.get(form);
    if (other !== undefined && other.label !== label)
      throw this.#bad(
        'arm',
        row,
        `has an arm that looks like that of row ${other.row}, ${shown(other.label)}, and is written in another Unicode form. Write all text in the form NFC`,
      );
    this.#forms.set(form, { label, row });
  }

  #label(role: Role, cell: string | undefined, row: number): string {
    const text = cell?.trim() ?? '';
    if (text === '')
      throw this.#bad(
        role,
        row,
        `is empty, but the ${role} must be a name or a number. Fill the cell, or remove the row`,
      );
    if (text.includes('\n'))
      throw this.#bad(
        role,
        row,
        `has a cell of several lines, ${shown(text)}. Look for a stray quotation mark`,
      );
    return text;
  }

  #reward(cells: readonly string[], row: number): number {
    const [low, high] = this.#range;
    const fits = (x: number) => x >= low && x <= high;
    const want = `a number from ${low} to ${high}`;
    const value = this.#number('reward', cells, row, fits, want, this.#plan.rangeOption);
    return (value - low) / (high - low);
  }

  #propensity(cells: readonly string[], row: number): number {
    const fits = (x: number) => x >= SMALLEST_PROPENSITY && x <= 1;
    return this.#number('propensity', cells, row, fits, 'a number above 0 (1e-100) and at most 1');
  }

  #number(
    role: Role,
    cells: readonly string[],
    row: number,
    fits: (value: number) => boolean,
    want: string,
    rangeOption?: string,
  ): number {
    const text = cells[this.#at[role]]?.trim() ?? '';
    const value = numberOf(text);
    if (fits(value)) return value;
    const isNumber = rangeOption !== undefined && Number.isFinite(value);
    const remedy = isNumber
      ? `Declare the ends of the rewards with ${rangeOption}`
      : remedyFor(text);
    throw this.#bad(
      role,
      row,
      `is ${shown(text)}, but the ${role} must be ${want}. ${remedy}, or name another column with ${this.#plan.option(role)}`,
    );
  }

  #bad(role: Role, row: number, what: string) {
    const column = this.#header?.names[this.#at[role]] ?? role;
    return refused(this.#source, { row, column }, what);
  }
}
