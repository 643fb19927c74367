// What the experiments share: the noise that everything is about, sizes, and how specs are made. The paper has
// no experiments; worlds, horizons and tolerances are this project's.
import type { RunSpec, SimulationSpec } from '../../simulation/types.js';
import type { NamedSpec } from '../types.js';

/** Of Gaussian reports. */
export const delta = 1e-5;

export interface Size {
  readonly horizon: number;
  readonly replicates: number;
}

export const settingNote =
  'The paper has no experiments: worlds, horizons and tolerances are this project’s. Each tolerance was fixed before the runs, from an independent program: how far that is from the exponent or number that is expected (which is what a finite number of rounds does), and three standard errors of the difference of two runs of this size.';

/** How reports are made, as a switch: what a policy needs for it, and the scale of the noise. */
export interface Noise {
  readonly label: string;
  readonly epsilon?: number;
  readonly mechanism?: 'bit' | 'laplace' | 'gaussian';
}

/** What a policy and its run are told about the noise; nothing for learners that see everything. */
export function parametersOf({ mechanism }: Noise) {
  if (mechanism === undefined) return {};
  return { mechanism, ...(mechanism === 'gaussian' && { delta }) };
}

export function levelOf({ epsilon }: Noise) {
  return epsilon === undefined ? {} : { epsilon };
}

interface Play extends Size {
  readonly environment: SimulationSpec['environment'];
  readonly runs: readonly RunSpec[];
  /** Default: logarithmic, eight a decade. */
  readonly times?: readonly number[];
}

/** All runs of all figures have one seed, so that those that two figures show are played once. */
export function specOf(
  name: string,
  { horizon, replicates, environment, runs, times }: Play,
): NamedSpec {
  const spec: SimulationSpec = {
    version: 1,
    seed: 'zheng2020',
    horizon,
    replicates,
    environment,
    runs,
    record: { times: times ?? recordTimes(horizon) },
  };
  return { name, spec };
}

/** 10^(k/8) from 10 on, and the half: what grew since then tells a root from a straight line. */
export function recordTimes(last: number): readonly number[] {
  const times = new Set([last / 2, last].map(Math.round));
  for (let k = 8; 10 ** (k / 8) < last; k += 1) times.add(Math.round(10 ** (k / 8)));
  return Array.from(times).sort((a, b) => a - b);
}
