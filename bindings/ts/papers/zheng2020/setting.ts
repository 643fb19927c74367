// What the experiments share: the noise that everything is about, sizes, and how specs are made. The paper has
// no experiments; worlds, horizons and tolerances are this project's.
import { eightADecade, namedSpec, type Play } from '../setting.js';
import type { NamedSpec } from '../types.js';

/** Of Gaussian reports. */
export const delta = 1e-5;

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

/** `times`: by default logarithmic, and the half: what grew since then tells a root from a straight line. */
export function specOf(
  name: string,
  { times, ...play }: Omit<Play, 'times'> & { readonly times?: readonly number[] },
): NamedSpec {
  const { horizon } = play;
  const standard = eightADecade(horizon, [Math.round(horizon / 2), horizon]);
  return namedSpec('zheng2020', name, { ...play, times: times ?? standard });
}
