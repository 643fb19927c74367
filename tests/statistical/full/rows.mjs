// Rows of the full audit that are finished, on disk: a run that was stopped goes on where it was.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @returns {object[]} the rows of a file of lines; a line that a stopped run left unfinished is none */
export function readRows(text) {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

export class RowStore {
  #file;
  #rows;

  constructor(file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    this.#rows = existsSync(file) ? readRows(readFileSync(file, 'utf8')) : [];
  }

  /** The row of a task, by its identity: of another wasm, method or size there is none. */
  find(identity) {
    const fields = Object.entries(identity);
    return this.#rows.find((row) => fields.every(([name, value]) => row[name] === value));
  }

  keep(row) {
    // Begins a line of its own, whatever a stopped run has left of the last.
    appendFileSync(this.#file, `\n${JSON.stringify(row)}`);
    this.#rows.push(row);
  }
}
