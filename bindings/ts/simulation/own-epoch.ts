// The reports of an epoch, until the learner hears them at its end.
import type { OwnTrialOfLearner } from './own-learner.js';

export class OwnEpoch {
  readonly #rounds: number;
  /** [replicates][rounds] */
  readonly #arms: Uint32Array;
  readonly #reports: Float64Array;
  readonly #levels: Int32Array;
  readonly #counts: Uint32Array;

  constructor(rounds: number, replicates: number) {
    this.#rounds = rounds;
    this.#arms = new Uint32Array(rounds * replicates);
    this.#reports = new Float64Array(rounds * replicates);
    this.#levels = new Int32Array(rounds * replicates);
    this.#counts = new Uint32Array(replicates);
  }

  keep(replicate: number, arm: number, report: number, level: number): void {
    const count = this.#counts[replicate] ?? 0;
    const at = replicate * this.#rounds + count;
    this.#arms[at] = arm;
    this.#reports[at] = report;
    this.#levels[at] = level;
    this.#counts[replicate] = count + 1;
  }

  /** After `round`: hands over, in the order of their rounds, what has been kept if the epoch is over. */
  close(round: number, learners: readonly OwnTrialOfLearner[]): void {
    if (round % this.#rounds !== 0) return;
    for (const [replicate, learner] of learners.entries()) {
      const start = replicate * this.#rounds;
      const end = start + (this.#counts[replicate] ?? 0);
      for (let at = start; at < end; at += 1) {
        const report = this.#reports[at] ?? Number.NaN;
        learner.learn(round, this.#arms[at] ?? 0, report, this.#levels[at] ?? 0);
      }
    }
    this.#counts.fill(0);
  }
}
