// How fast the runs of one simulation go, and from that how long it will still take. Algorithms differ
// in speed by an order of magnitude, so every run has a rate of its own.

/** What was measured so long ago counts e times less. */
const kMemoryMs = 4_000;

export class Speed {
  /** Rounds and milliseconds of one seat, of each run, the older ones counting less. */
  readonly #measured: { rounds: number; ms: number }[];

  constructor(runs: number) {
    this.#measured = Array.from({ length: runs }, () => ({ rounds: 0, ms: 0 }));
  }

  learn(run: number, rounds: number, ms: number): void {
    const known = this.#measured[run];
    if (known === undefined || ms <= 0) return;
    const kept = Math.exp(-ms / kMemoryMs);
    known.rounds = known.rounds * kept + rounds;
    known.ms = known.ms * kept + ms;
  }

  /** Milliseconds of one seat for `rounds` rounds of a run; null until the run has been measured. */
  cost(run: number, rounds: number): number | null {
    const known = this.#measured[run];
    return known === undefined || known.rounds === 0 ? null : (rounds * known.ms) / known.rounds;
  }
}

/**
 * When all is done, if seats that still have `busy` milliseconds of work each then share `rest`: the
 * level to which the work fills them, or the fullest of them.
 */
export function timeLeft(busy: readonly number[], rest: number): number {
  const sorted = [...busy].sort((a, b) => a - b);
  let filled = 0;
  for (let seats = 1; seats < sorted.length; seats += 1) {
    const level = sorted[seats] ?? 0;
    filled += seats * (level - (sorted[seats - 1] ?? 0));
    if (filled >= rest) return sorted.at(-1) ?? 0;
  }
  return (sorted.at(-1) ?? 0) + (rest - filled) / Math.max(1, sorted.length);
}
