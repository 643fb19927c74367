// How far a long run has come: one line that is rewritten on a terminal, one line a run elsewhere.

const minutes = (ms) => {
  const seconds = Math.round(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

export class Progress {
  #total;
  #finished = 0;
  #begun = performance.now();
  #terminal = process.stderr.isTTY === true;

  /** Rounds of all runs that have to be played. */
  constructor(total) {
    this.#total = total;
  }

  /** `done` rounds of the current run are finished. */
  show(what, done) {
    if (!this.#terminal) return;
    process.stderr.write(`\r\x1b[K${this.#line(what, this.#finished + done)}`);
  }

  /** The current run is done. */
  finish(what, rounds) {
    this.#finished += rounds;
    this.clear();
    process.stderr.write(`${this.#line(what, this.#finished)}\n`);
  }

  clear() {
    if (this.#terminal) process.stderr.write('\r\x1b[K');
  }

  #line(what, done) {
    const tookMs = performance.now() - this.#begun;
    const speed = done / tookMs;
    const share = ((100 * done) / this.#total).toFixed(1).padStart(5);
    const left = done > 0 ? `${minutes((this.#total - done) / speed)} left` : '';
    return `${share} %  ${(speed / 1000).toFixed(1)} M rounds/s  ${left.padEnd(12)}  ${what}`;
  }
}
