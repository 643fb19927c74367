// What the theory says about the regret of learners that choose sets of arms.
import { slateCurveWords } from '../generated/worlds.js';
import type { WasmSource } from '../internal/instantiate.js';
import {
  requireInteger,
  requireNumber,
  requireOneOf,
  requireRecord,
  requireWasm,
} from '../internal/validate.js';
import { call, loadTheory, readNumbers } from './theory.js';

/**
 * Bounds on the regret of combinatorial semi-bandits after T rounds, for exact oracles and super arms that
 * are either best or have one gap D. Numbers are those of Chen et al. 2020, (Locally) Differentially Private
 * Combinatorial Semi-Bandits; m is the number of arms, K of those in a super arm, B the smoothness.
 *
 * - `lower5`: theorem 5, local, B of the largest difference: B^2 (m - 1)/(64 (e^epsilon - 1)^2 D) ln T.
 * - `lower6`: theorem 6, local, B of the sum of differences: B^2 (m - K) K/(64 (e^epsilon - 1)^2 D) ln T.
 * - `lower9`: theorem 9, central, B of sums: (B^2 m K/D + B m K/epsilon) ln T. The theorem states no
 *   constant: drawn with the 1/64 of the other two.
 * - `lowerCentralInf`: its counterpart with B of the largest difference, m in place of m K.
 * - `lower5RR`, `lower6RR`: Lai and Robbins 1985 on randomised bits, for the instances of theorems 5 and 6: no
 *   locally private policy does better there. More than a hundred times higher than the theorems.
 * - `upperLdp1`, `upperLdp2`, `upperLdpBit`, `upperCucb`: leading terms of what CUCB-LDP1, CUCB-LDP2, the
 *   one-bit LDP2-B and CUCB on raw outcomes guarantee, with B of the largest difference.
 * - `upperJoint`: the joint index (LDP2-E) where super arms are disjoint, with B of sums.
 */
export type SlateTheoryCurveName = (typeof slateCurveWords)[number];

export interface SlateTheoryCurveOptions {
  readonly curve: SlateTheoryCurveName;
  /** m, 1 to 4,096. */
  readonly arms: number;
  /** K: no super arm has more arms. */
  readonly largest: number;
  /**
   * B: by how much the reward changes at most, for each unit of the largest difference between two vectors of
   * means (`lower5`, `lowerCentralInf`, `lower5RR`, `upperLdp1`, `upperLdp2`, `upperLdpBit`, `upperCucb`) or of
   * the sum of the differences (the others). A sum of K arms has K and 1. Default 1.
   */
  readonly smoothness?: number;
  /** D. Lower bounds are proved for D below 0.35 B, of sums 0.35 B K. */
  readonly gap: number;
  /** The level of all visitors, in [2^-10, 128]; not for `upperCucb`. */
  readonly epsilon?: number;
  /** The values of T, each at least 1. 1 to 10,000. */
  readonly rounds: readonly number[] | Float64Array;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
}

/**
 * A theoretical curve of the pseudo-regret at each of `rounds`, to plot beside what was simulated.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`; `wasm_not_found`, `wasm_blocked_by_csp`.
 */
export async function slateTheoryCurve(options: SlateTheoryCurveOptions): Promise<Float64Array> {
  const keys = ['curve', 'arms', 'largest', 'smoothness', 'gap', 'epsilon', 'rounds', 'wasm'];
  const fields = requireRecord('options', options, keys);
  const { smoothness = 1, epsilon } = fields;
  const curve = requireOneOf('curve', fields['curve'], slateCurveWords);
  const instance = {
    arms: requireInteger('arms', fields['arms'], 1, 4096),
    largest: requireInteger('largest', fields['largest'], 1, 4096),
    smoothness: requireNumber('smoothness', smoothness),
    gap: requireNumber('gap', fields['gap']),
    epsilon: epsilon === undefined ? 0 : requireNumber('epsilon', epsilon),
  };
  const rounds = readNumbers('rounds', fields['rounds'], 10_000);
  const native = await loadTheory(requireWasm('wasm', fields['wasm']));
  return call(() => native.slateCurve(slateCurveWords.indexOf(curve), instance, rounds));
}
