/** Every report of a check as a row: which comparison and answer it was drawn for, and its fields as they leave. */
export class CsvWriter {
  readonly #parts: string[] = [];
  #rows: string[] = [];

  /** @param report whose fields are the same from row to row */
  add(comparison: number, answer: number, bytes: number, report: object): void {
    if (this.#parts.length + this.#rows.length === 0) {
      this.#rows.push(`comparison,answer,bytes,${Object.keys(report).join(',')}`);
    }
    this.#rows.push(
      `${comparison},${answer},${bytes},${Object.values(report).map(textOf).join(',')}`,
    );
    if (this.#rows.length >= 10_000) this.#flush();
  }

  toBlob(): Blob {
    this.#flush();
    return new Blob(this.#parts, { type: 'text/csv' });
  }

  #flush(): void {
    if (this.#rows.length > 0) this.#parts.push(`${this.#rows.join('\r\n')}\r\n`);
    this.#rows = [];
  }
}

/** Lists with spaces; nothing in a report needs quotes. */
const textOf = (value: unknown) => (Array.isArray(value) ? value.join(' ') : value);
