/** One line on a terminal that is rewritten in place; silent where the output is not a terminal. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #shownAt = 0;
  #visible = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(label: string, done: number, total: number): void {
    const now = performance.now();
    if (!this.#stream.isTTY || (now - this.#shownAt < 100 && done < total)) return;
    this.#shownAt = now;
    this.#visible = true;
    const text = `${label}: ${done} of ${total} rows (${Math.floor((100 * done) / total)} %)`;
    this.#stream.write(`\r\u001b[K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  clear(): void {
    if (this.#visible) this.#stream.write('\r\u001b[K');
    this.#visible = false;
  }
}
