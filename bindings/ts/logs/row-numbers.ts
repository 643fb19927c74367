/** Which row of the file each row of a log is: 1 is the one below the header, and empty ones count. */
export class RowNumbers {
  /** Where rows were skipped before: from which row of the log on, and how many. */
  readonly #skips: { readonly from: number; readonly skipped: number }[] = [];
  #count = 0;
  #skipped = 0;

  add(row: number): void {
    const skipped = row - 1 - this.#count;
    if (skipped !== this.#skipped) this.#skips.push({ from: this.#count, skipped });
    this.#skipped = skipped;
    this.#count += 1;
  }

  /** `at`: from 0. */
  of(at: number): number {
    const last = this.#skips.filter(({ from }) => from <= at).at(-1);
    return at + 1 + (last?.skipped ?? 0);
  }

  /** A sentence about `log[at]`, as people see the file. */
  inFile(said: string): string {
    return said.replace(/\blog\[(\d+)\]/g, (_, at) => `row ${this.of(Number(at))}`);
  }
}
