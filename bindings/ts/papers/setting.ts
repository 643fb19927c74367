// How the specs of figures are made.
import type { RunSpec, SimulationSpec } from '../simulation/types.js';
import type { NamedSpec } from './types.js';

export interface Size {
  readonly horizon: number;
  readonly replicates: number;
}

export interface Play extends Size {
  readonly environment: SimulationSpec['environment'];
  readonly runs: readonly RunSpec[];
  /** Rounds at which the regret is recorded. */
  readonly times: readonly number[];
}

/** All figures of a paper have one seed, so that a run which two of them need is the same run. */
export function namedSpec(
  seed: string,
  name: string,
  { horizon, replicates, environment, runs, times }: Play,
): NamedSpec {
  const record = { times };
  return { name, spec: { version: 1, seed, horizon, replicates, environment, runs, record } };
}

/** 10^(k/8) from 10 up to `last`, and `more`. */
export function eightADecade(last: number, more: readonly number[]): readonly number[] {
  const times = new Set(more);
  for (let k = 8; 10 ** (k / 8) < last; k += 1) times.add(Math.round(10 ** (k / 8)));
  return Array.from(times).sort((a, b) => a - b);
}
