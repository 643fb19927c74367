// Splits a simulation into pieces. The pieces never change a result: a replicate is the same on any
// worker and beside any other replicates.
import { limits } from './limits.js';
import type { Unit } from './messages.js';
import { sizeOf } from './spec-environment.js';
import { reportsTravel, sumsPerArm } from './spec-population.js';
import type { Speed } from './speed.js';
import type { RunSpec, SimulationSpec } from './types.js';

export class Schedule {
  readonly #spec: SimulationSpec;
  readonly #speed: Speed;
  /** Replicates of each run that are played in step, at most. */
  readonly #largest: readonly number[];
  /** Replicates of each run that a seat has taken. */
  readonly #taken: number[];
  readonly #again: Unit[] = [];

  constructor(spec: SimulationSpec, speed: Speed) {
    this.#spec = spec;
    this.#speed = speed;
    this.#largest = spec.runs.map((run) => largestUnit(run, sizeOf(spec.environment)));
    this.#taken = spec.runs.map(() => 0);
  }

  /** The most units that there can be. */
  get units(): number {
    const { replicates, runs } = this.#spec;
    return runs.length * replicates;
  }

  /**
   * The next piece for one of `seats`, or null when all are taken. The runs advance together, so that the
   * curves on the way compare like with like; of those that are behind, the slowest comes first, and
   * pieces shrink towards the end: so no seat is left alone with a long one. The first of every run is a
   * single replicate, which soon tells how fast it is.
   */
  next(seats: number): Unit | null {
    const again = this.#again.pop();
    if (again !== undefined) return again;
    const { replicates } = this.#spec;
    const fewest = Math.min(...this.#taken);
    if (fewest >= replicates) return null;
    const behind = this.#taken.flatMap((taken, run) => (taken === fewest ? [run] : []));
    const run = behind.reduce((a, b) => (this.#cost(b) > this.#cost(a) ? b : a));
    const first = this.#taken[run] ?? 0;
    const count = Math.min(this.#mostOf(run), replicates - first, this.#fair(run, seats));
    this.#taken[run] = first + count;
    return { run, first, replicates: count };
  }

  /** A piece whose worker died: it comes next. */
  giveBack(unit: Unit): void {
    this.#again.push(unit);
  }

  /** Replicate-rounds of each run that no seat has taken. */
  get untaken(): readonly number[] {
    const { horizon, replicates } = this.#spec;
    const left = this.#taken.map((taken) => (replicates - taken) * horizon);
    for (const unit of this.#again)
      left[unit.run] = (left[unit.run] ?? 0) + unit.replicates * horizon;
    return left;
  }

  /** Milliseconds of one replicate; infinite until measured. */
  #cost(run: number): number {
    return this.#speed.cost(run, this.#spec.horizon) ?? Number.POSITIVE_INFINITY;
  }

  #mostOf(run: number): number {
    return this.#largest[run] ?? 1;
  }

  /** Half of a seat's share of what is left of all runs, in replicates of this one; at least one. */
  #fair(run: number, seats: number): number {
    const cost = this.#cost(run);
    if (seats === 1 && cost < Number.POSITIVE_INFINITY) return this.#mostOf(run);
    const known = this.untaken.map((rounds, of) => this.#speed.cost(of, rounds) ?? 0);
    const left = known.reduce((sum, ms) => sum + ms, 0);
    return Math.max(1, Math.ceil(left / cost / (2 * seats)));
  }
}

/**
 * Replicates that are played in step share one logarithm and one root a round. Limited so that their
 * state (two sums per arm and level) stays in the caches. Alone where reports travel: each holds those
 * that are under way, and a snapshot of all of them at once would be too long for a slice.
 */
function largestUnit(run: RunSpec, size: number): number {
  if (reportsTravel(run)) return 1;
  const sums = size * sumsPerArm(run);
  return Math.max(1, Math.min(limits.batch, Math.floor(limits.batchSums / sums)));
}
