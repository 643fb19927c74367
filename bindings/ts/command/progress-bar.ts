// How far a simulation is: a bar that is rewritten in place on a terminal, a line now and then elsewhere.

const kBarWidth = 24;
const kShowEveryMs = 100;
/** In a log file; the first one soon, so that its reader sees what is going on. */
const kLineEveryMs = 10_000;
const kFirstLineMs = 1_000;

export interface ProgressState {
  readonly done: number;
  readonly total: number;
  readonly finished: number;
  readonly trials: number;
  readonly etaMs: number | null;
}

export class ProgressBar {
  readonly #stream: NodeJS.WriteStream;
  readonly #quiet: boolean;
  #shownAt = Number.NEGATIVE_INFINITY;
  #visible = false;

  constructor(stream: NodeJS.WriteStream, quiet: boolean) {
    this.#stream = stream;
    this.#quiet = quiet;
  }

  /** Forgets the last line, so that the next call shows. */
  begin(): void {
    const first = performance.now() - kLineEveryMs + kFirstLineMs;
    this.#shownAt = this.#stream.isTTY ? Number.NEGATIVE_INFINITY : first;
  }

  show(label: string, state: ProgressState): void {
    const now = performance.now();
    const every = this.#stream.isTTY ? kShowEveryMs : kLineEveryMs;
    if (this.#quiet || now - this.#shownAt < every) return;
    this.#shownAt = now;
    if (!this.#stream.isTTY) {
      this.#stream.write(`${label}: ${describe(state)}\n`);
      return;
    }
    this.#visible = true;
    const line = `${label} ${bar(state.done / state.total)} ${describe(state)}`;
    this.#stream.write(`\r\u001b[K${line.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  clear(): void {
    if (this.#visible) this.#stream.write('\r\u001b[K');
    this.#visible = false;
  }
}

function bar(share: number): string {
  const full = Math.floor(share * kBarWidth);
  return `[${'#'.repeat(full)}${'.'.repeat(kBarWidth - full)}]`;
}

function describe({ done, total, finished, trials, etaMs }: ProgressState): string {
  const share = `${Math.floor((100 * done) / total)} %`;
  const left = etaMs === null ? '' : `, ${duration(etaMs)} left`;
  return `${share}, ${finished} of ${trials} trials${left}`;
}

/** 850 ms, 12 s, 3 min 5 s, 2 h 7 min. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
