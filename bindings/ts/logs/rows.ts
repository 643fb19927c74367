// The rows of a CSV file or of JSON lines: every one is handed on, or is counted as skipped, or ends the reading with an error that names it.
import Papa from 'papaparse';
import { JsonRows } from './json-rows.js';
import { refused } from './refuse.js';
import { type LogSource, nameOf, textOf } from './source.js';

/** What was read, for the first line of every output. */
export interface Reading {
  readonly source: string;
  /** Below the header, without those that were skipped. */
  readonly rows: number;
  /** Rows whose cells are all empty. */
  readonly skipped: number;
  /** The first ten of them: 1 is the one below the header. */
  readonly skippedRows: readonly number[];
  /** Rows with a cell of several lines: a stray quotation mark makes such a cell, too. */
  readonly multiline: number;
  /** By the first character: JSON lines begin with a brace. */
  readonly format: 'csv' | 'json-lines' | 'dsjson';
  /** Of CSV. */
  readonly delimiter: string;
  readonly encoding: 'utf-8';
  readonly gzip: boolean;
}

export interface RowReader {
  add(text: string): void;
  finish(): Omit<Reading, 'gzip'>;
}

export interface RowTaker {
  /** Once, before the rows; without spaces around the names. "1", "2", ... where the file has no header. */
  header(names: readonly string[]): void;
  /** All arms, shown or not, where the file says which there are; after `header`. */
  arms?(labels: readonly string[]): void;
  /** As many cells as the header has, as the file has them. */
  row(cells: readonly string[], row: number): void;
}

/** What papaparse gives. */
interface Parsed {
  readonly data: readonly (readonly string[])[];
  /** `row`: in `data`, from 0. */
  readonly errors: readonly { readonly code: string; readonly row: number }[];
  /** `cursor`: where the first row begins that is not in `data`. */
  readonly meta: { readonly cursor: number };
}

const kDelimiters = [',', ';', '\t', '|'];
const kLongestRow = 2 ** 20;
const kListed = 10;

/** @throws LdpError `bad_log`; whatever `taker` throws. */
export async function readRows(
  source: LogSource,
  taker: RowTaker,
  hasHeader = true,
): Promise<Reading> {
  const name = nameOf(source);
  let gzip = false;
  let rows: RowReader | undefined;
  let start = '';
  let held = '';
  const text = textOf(source, () => {
    gzip = true;
  });
  const add = (piece: string) => {
    if (rows !== undefined) return rows.add(piece);
    start += piece;
    const [first] = /\S/.exec(start) ?? [];
    if (first === undefined && start.length <= kLongestRow) return;
    if (first === '[') throw refused(name, {}, kArray);
    rows =
      first === '{' ? new JsonRows(name, taker, kLongestRow) : new CsvRows(name, taker, hasHeader);
    rows.add(start);
  };
  for await (const piece of text) {
    const whole = held + piece;
    // Whether the line ends here is known when the next character is.
    held = whole.endsWith('\r') ? '\r' : '';
    add(withOneLineEnd(held === '' ? whole : whole.slice(0, -1)));
  }
  add(withOneLineEnd(held));
  rows ??= new CsvRows(name, taker, hasHeader);
  return { ...rows.finish(), gzip };
}

const kArray = 'is one JSON list. Write an object a line: jq -c ".[]" FILE';

/** Systems end their lines differently, and `cat` puts them into one file. */
const withOneLineEnd = (text: string) =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

class CsvRows implements RowReader {
  readonly #source: string;
  readonly #taker: RowTaker;
  readonly #hasHeader: boolean;
  #parser: InstanceType<typeof Papa.Parser> | undefined;
  #delimiter = ',';
  #text = '';
  #names: readonly string[] | undefined;
  /** The last row that was seen; 0: the header. */
  #row = 0;
  #skipped = 0;
  readonly #skippedRows: number[] = [];
  #multiline = 0;
  /** What marks lost characters was in the text: rows are searched for it from there. */
  #isDamaged = false;

  constructor(source: string, taker: RowTaker, hasHeader: boolean) {
    this.#source = source;
    this.#taker = taker;
    this.#hasHeader = hasHeader;
  }

  add(text: string): void {
    this.#isDamaged ||= kDamage.test(text);
    this.#text += text;
    if (this.#parser === undefined && !/\S.*\n/.test(this.#text)) this.#requireShort();
    else this.#parse(false);
  }

  finish(): Omit<Reading, 'gzip'> {
    if (this.#text !== '') this.#parse(true);
    const skipped = this.#skipped;
    const rows = this.#row - skipped;
    if (this.#names === undefined || rows === 0) {
      const what = skipped > 0 ? `, but ${skipped} empty ones` : '';
      const needs = this.#hasHeader ? 'a header line and at least one row below it' : 'a row';
      throw refused(this.#source, {}, `has no rows${what}. A log needs ${needs}`);
    }
    return {
      source: this.#source,
      rows,
      skipped,
      skippedRows: this.#skippedRows,
      multiline: this.#multiline,
      format: 'csv',
      delimiter: this.#delimiter,
      encoding: 'utf-8',
    };
  }

  #parse(isLast: boolean): void {
    if (this.#parser === undefined) {
      this.#delimiter = delimiterOf(this.#text);
      this.#parser = new Papa.Parser({ delimiter: this.#delimiter, newline: '\n' });
    }
    const hasQuotes = this.#text.includes('"');
    const { data, errors, meta } = this.#parser.parse(this.#text, 0, !isLast) as Parsed;
    // An error of the row that has not ended comes again when it has.
    const first = errors.find(({ row }) => row < data.length);
    data.forEach((cells, i) => {
      this.#take(cells, hasQuotes, first?.row === i ? first.code : undefined);
    });
    this.#text = isLast ? '' : this.#text.slice(meta.cursor);
    this.#requireShort();
  }

  #take(cells: readonly string[], hasQuotes: boolean, error: string | undefined): void {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    // Lines above the header are no rows.
    if (this.#names === undefined && isEmpty) return;
    if (this.#names !== undefined || !this.#hasHeader) this.#row += 1;
    const names =
      this.#names ?? cells.map((cell, i) => (this.#hasHeader ? cell.trim() : `${i + 1}`));
    if (error !== undefined) throw this.#refused(kQuotes[error] ?? kQuotes['InvalidQuotes']);
    if (this.#isDamaged) this.#requireUndamaged(cells, names);
    if (this.#names === undefined) {
      this.#names = names;
      this.#taker.header(names);
      if (this.#hasHeader) return;
    }
    if (isEmpty) {
      this.#skipped += 1;
      if (this.#skippedRows.length < kListed) this.#skippedRows.push(this.#row);
      return;
    }
    if (cells.length !== names.length) throw this.#refused(this.#ragged(cells, names));
    if (this.#hasHeader && cells[0]?.trim() === names[0] && isSame(cells, names))
      throw this.#refused('is the header once more, as where files were joined. Remove this line');
    if (hasQuotes && cells.some((cell) => cell.includes('\n'))) this.#multiline += 1;
    this.#taker.row(cells, this.#row);
  }

  #ragged(cells: readonly string[], names: readonly string[]): string {
    const delimiter = nameOfDelimiter(this.#delimiter);
    return `there are ${cells.length} cells where the first line has ${names.length} (the delimiter is a ${delimiter}). Put quotation marks around cells that hold a ${delimiter}, and give every row a cell for each column`;
  }

  #requireUndamaged(cells: readonly string[], names: readonly string[]): void {
    cells.forEach((cell, i) => {
      const [, found] = /([\0\uFFFD])/.exec(cell) ?? (/^(\uFEFF)/.exec(i === 0 ? cell : '') || []);
      if (found === undefined) return;
      const column = this.#row === 0 || names[i] === undefined ? {} : { column: names[i] };
      throw refused(this.#source, { row: this.#row, ...column }, kDamages[found] as string);
    });
  }

  #requireShort(): void {
    if (this.#text.length <= kLongestRow) return;
    const row = this.#names === undefined && this.#hasHeader ? 0 : this.#row + 1;
    throw refused(
      this.#source,
      { row },
      `is longer than ${kLongestRow.toLocaleString('en-US')} characters. Look for a quotation mark that opens a cell and is not closed, and shorten the cell`,
    );
  }

  #refused(what: string | undefined) {
    return refused(this.#source, { row: this.#row }, what ?? '');
  }
}

const isSame = (cells: readonly string[], names: readonly string[]) =>
  names.length > 1 && names.every((name, i) => cells[i]?.trim() === name);

const kDamage = /[\0\uFFFD\uFEFF]/;
const kDamages: Readonly<Record<string, string>> = {
  '\0': 'has a zero byte: the text is UTF-16, or its writer was interrupted. Save it as UTF-8, or remove the row',
  '\uFFFD':
    'is not UTF-8, or has the mark of a character that was lost (U+FFFD). Save the file as UTF-8: from Latin-1, iconv -f LATIN1 -t UTF-8',
  '\uFEFF':
    'begins with a byte order mark, as where files were joined. Remove the mark, and the header if it comes again',
};
const kQuotes: Readonly<Record<string, string>> = {
  MissingQuotes:
    'a quotation mark opens a cell and nothing closes it. Close it, or write each quotation mark within a cell as two, in a cell with quotation marks around it',
  InvalidQuotes:
    'a cell begins with a quotation mark, and more text stands behind the mark that closes it. Write each quotation mark within a cell as two, in a cell with quotation marks around it',
};

/** What the first line has most of outside quotation marks. */
function delimiterOf(text: string): string {
  const line = (/.*\S.*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = kDelimiters.map((delimiter) => line.split(delimiter).length);
  return kDelimiters[counts.indexOf(Math.max(...counts))] as string;
}

export function nameOfDelimiter(delimiter: string): string {
  const names: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
  return names[delimiter] ?? 'bar';
}
