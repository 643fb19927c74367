// The reports that are compared, with the scale of their noise: s, the root of the second moment of a report
// about a number in [-1, 1], with delta = 1e-5 where reports are Gaussian. From
// docs/spec/convex-and-reductions.md, section 1; the Gaussian ones are those of the analytic calibration.
import type { Noise } from './setting.js';

export interface ScaledNoise extends Noise {
  readonly scale: number;
}

export type NoiseName = 'bit' | 'none' | 'gaussian';

const bitScale = (epsilon: number) => 1 / Math.tanh(epsilon / 2);
const gaussianScales = { 0.5: 14.0992, 1: 7.528, 2: 4.1111, 5: 2.0449 } as const;

export type Level = keyof typeof gaussianScales;
export const levels = [0.5, 1, 2, 5] as const satisfies readonly Level[];

export const noiseAt = (mechanism: 'bit' | 'gaussian', epsilon: Level): ScaledNoise => ({
  label: `${mechanism === 'bit' ? 'one bit' : 'Gaussian noise'} at ε = ${epsilon}`,
  epsilon,
  mechanism,
  scale: mechanism === 'bit' ? bitScale(epsilon) : gaussianScales[epsilon],
});

export const noises: Readonly<Record<NoiseName, ScaledNoise>> = {
  bit: noiseAt('bit', 1),
  none: { label: 'what was seen, without privacy', scale: 1 },
  gaussian: noiseAt('gaussian', 1),
};
