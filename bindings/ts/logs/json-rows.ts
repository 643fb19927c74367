// The rows of JSON lines: an object a line, its keys the columns. Lines of VW's dsjson have the columns of a log.
import { refused } from './refuse.js';
import type { RowReader, RowTaker } from './rows.js';

type Fields = Readonly<Record<string, unknown>>;

const kListed = 10;

export class JsonRows implements RowReader {
  readonly #source: string;
  readonly #taker: RowTaker;
  readonly #longest: number;
  #text = '';
  #names: ReadonlyMap<string, number> | undefined;
  /** Of dsjson: how many actions there are to choose from. */
  #actions: number | undefined;
  #row = 0;
  #skipped = 0;
  readonly #skippedRows: number[] = [];

  constructor(source: string, taker: RowTaker, longest: number) {
    this.#source = source;
    this.#taker = taker;
    this.#longest = longest;
  }

  add(text: string): void {
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop() as string;
    for (const line of lines) this.#take(line);
    if (this.#text.length > this.#longest)
      throw this.#refused(this.#row + 1, `is longer than ${this.#longest} characters. Shorten it`);
  }

  finish() {
    if (this.#text !== '') this.#take(this.#text);
    return {
      source: this.#source,
      rows: this.#row - this.#skipped,
      skipped: this.#skipped,
      skippedRows: this.#skippedRows,
      multiline: 0,
      format: this.#actions === undefined ? ('json-lines' as const) : ('dsjson' as const),
      delimiter: '',
      encoding: 'utf-8' as const,
    };
  }

  #take(line: string): void {
    this.#row += 1;
    if (line.trim() === '') {
      this.#skipped += 1;
      if (this.#skippedRows.length < kListed) this.#skippedRows.push(this.#row);
      return;
    }
    if (/[\0\uFFFD]/.test(line))
      throw this.#refused(
        this.#row,
        'is not UTF-8, or has the mark of a character that was lost (U+FFFD). Save the file as UTF-8',
      );
    const fields = this.#parse(line);
    const isFirst = this.#names === undefined;
    const isDecision = isFirst ? '_label_cost' in fields : this.#actions !== undefined;
    const flat = this.#flattened(isDecision ? this.#decision(fields) : fields);
    this.#names ??= new Map([...flat.keys()].map((name, at) => [name, at]));
    if (isFirst) {
      this.#taker.header([...this.#names.keys()]);
      const labels = Array.from({ length: this.#actions ?? 0 }, (_, at) => String(at + 1));
      this.#taker.arms?.(labels);
    }
    const cells = Array<string>(this.#names.size).fill('');
    for (const [name, value] of flat) cells[this.#placeOf(name)] = this.#cell(name, value);
    this.#taker.row(cells, this.#row);
  }

  #parse(line: string): Fields {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw this.#refused(
        this.#row,
        'is not JSON. Write one object a line, and null where there is no number: JSON has no NaN and no Infinity',
      );
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Fields;
    throw this.#refused(this.#row, 'is no JSON object. Write one object a line');
  }

  #placeOf(name: string): number {
    const place = this.#names?.get(name);
    if (place !== undefined) return place;
    throw refused(
      this.#source,
      { row: this.#row, column: name },
      'is not in the first row, whose keys are the columns. Give that row the key too, with null if it has no value',
    );
  }

  #cell(name: string, value: unknown): string {
    if (value === null) return '';
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw refused(
        this.#source,
        { row: this.#row, column: name },
        'is a whole number beyond 2^53, of which JSON readers confuse neighbours. Write it as text',
      );
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  /** A decision of VW: its actions are arms by their number, a cost is minus a reward. Its context is not read. */
  #decision(fields: Fields): Fields {
    const { _label_cost: cost, _label_probability: propensity, _label_Action: shown } = fields;
    const { a, _labelIndex: index = Number(shown) - 1, pdrop = 0 } = fields;
    const actions = Array.isArray(a) ? a.length : 0;
    this.#actions ??= actions;
    const problem = [
      typeof cost !== 'number' && 'has no number _label_cost',
      typeof propensity !== 'number' && 'has no number _label_probability',
      !(Number.isInteger(shown) && Number(shown) >= 1 && Number(shown) <= actions) &&
        'has no _label_Action from 1 to as many as "a" has',
      index !== Number(shown) - 1 && 'has a _labelIndex that is not _label_Action - 1',
      actions !== this.#actions &&
        `has ${actions} actions in "a" where the first row has ${this.#actions}`,
      pdrop !== 0 &&
        'has a pdrop: rows were dropped, and those that are left stand for more than one',
    ].find((found) => found !== false);
    if (problem)
      throw this.#refused(this.#row, `${problem}. Remove the row, or write JSON lines of your own`);
    return { arm: shown, reward: 0 - (cost as number), propensity };
  }

  /** Fields of fields by their path: `user.age`. */
  #flattened(fields: Fields, path = '', flat = new Map<string, unknown>()) {
    for (const [key, value] of Object.entries(fields)) {
      const name = path + key;
      const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isNested) this.#flattened(value as Fields, `${name}.`, flat);
      else if (flat.has(name))
        throw refused(
          this.#source,
          { row: this.#row, column: name },
          'is there twice, as a field and within a field. Rename one',
        );
      else flat.set(name, value);
    }
    return flat;
  }

  #refused(row: number, what: string) {
    return refused(this.#source, { row }, what);
  }
}
