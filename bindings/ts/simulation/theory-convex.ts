// What the theory says about the regret of learners of a convex set, and of adversarial arms behind the
// one-point reduction.
import { convexLearnerRecord } from '../generated/catalog-convex.js';
import { adversarialCurveWords } from '../generated/worlds.js';
import { flattenConvexSet } from '../internal/convex-set.js';
import { flat } from '../internal/flat.js';
import type { WasmSource } from '../internal/instantiate.js';
import {
  invalidArgument,
  requireInteger,
  requireOneOf,
  requireRecord,
  requireWasm,
} from '../internal/validate.js';
import { convexExperimentFromSpec } from '../internal/validate-convex.js';
import { call, loadTheory, readNumbers } from './theory.js';
import { type ReleaseOptions, readEpsilon, readRelease } from './theory-release.js';

export interface ConvexTheoryCurveOptions {
  /**
   * As an experiment has it, `{ type: 'ldp-two-point', set, lipschitz, ... }`; also `two-point`, `one-point`
   * and `stochastic-convex` with the parameters of their private twins but for `mechanism` and `delta`: the
   * bound without privacy. Not for comparisons, which have no loss to regret. Its `horizon` and `steps` mean
   * nothing here.
   */
  readonly algorithm: { readonly type: string };
  /** Of one report, in [2^-10, 128]; not for the algorithms without privacy. */
  readonly epsilon?: number;
  /** The values of T, each at least 1. 1 to 10,000. */
  readonly rounds: readonly number[] | Float64Array;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
}

/**
 * What the step sizes of a convex learner guarantee of its regret at each of `rounds`, with steps tuned to
 * each T: the rows of table 1 of Zheng, Cai, Huang, Li and Wang 2020, with the second moment of the noise in
 * place of their 1/epsilon. In the number of rounds it grows as T^(3/4) (one point), T^(2/3) (one point,
 * smooth or strongly convex), T^(1/2) (both, and two points) or ln T (two points, strongly convex). Above
 * T times the range of the losses a bound says nothing.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`; `wasm_not_found`, `wasm_blocked_by_csp`.
 */
export async function convexTheoryCurve(options: ConvexTheoryCurveOptions): Promise<Float64Array> {
  const fields = requireRecord('options', options, ['algorithm', 'epsilon', 'rounds', 'wasm']);
  const spec = requireRecord('algorithm', fields['algorithm']);
  const given = String(spec['type']);
  const isPrivate = !OPEN.includes(given);
  if (!isPrivate) {
    for (const name of ['mechanism', 'delta']) {
      if (spec[name] !== undefined)
        throw invalidArgument(`algorithm.${name}`, spec[name], 'belongs to private learners');
    }
  }
  // Without privacy any level would do: it is not looked at.
  const epsilon = readEpsilon(fields['epsilon'], isPrivate) ?? 1;
  const twin = isPrivate ? spec : { ...spec, type: `ldp-${given}` };
  const experiment = convexExperimentFromSpec(twin, { epsilon });
  const rounds = readNumbers('rounds', fields['rounds'], 10_000);
  const native = await loadTheory(requireWasm('wasm', fields['wasm']));
  const record = convexLearnerRecord({ ...experiment, set: [flattenConvexSet(experiment.set)] });
  return call(() => native.convexCurve(flat(record), isPrivate, rounds));
}

const OPEN = ['two-point', 'one-point', 'stochastic-convex'];

export interface AdversarialTheoryCurveOptions extends ReleaseOptions {
  readonly learner: (typeof adversarialCurveWords)[number];
  /** 2 to 4,096. */
  readonly arms: number;
  /** The values of T, each at least 1. 1 to 10,000. */
  readonly rounds: readonly number[] | Float64Array;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
}

/**
 * What Tsallis-INF and EXP3 guarantee of their regret against any sequence of losses in [0, 1], behind the
 * one-point reduction (without `epsilon`: on raw losses): s (2 sqrt(K T) + 10 K ln T + 16) and
 * 2 s sqrt(T K ln K), where s is the root of the second moment of a report: (e^epsilon + 1)/(e^epsilon - 1)
 * for a bit.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`; `wasm_not_found`, `wasm_blocked_by_csp`.
 */
export async function adversarialTheoryCurve(
  options: AdversarialTheoryCurveOptions,
): Promise<Float64Array> {
  const keys = ['learner', 'arms', 'epsilon', 'mechanism', 'delta', 'rounds', 'wasm'];
  const fields = requireRecord('options', options, keys);
  const learner = requireOneOf('learner', fields['learner'], adversarialCurveWords);
  const arms = requireInteger('arms', fields['arms'], 2, 4096);
  const release = readRelease(fields);
  const rounds = readNumbers('rounds', fields['rounds'], 10_000);
  const native = await loadTheory(requireWasm('wasm', fields['wasm']));
  return call(() =>
    native.adversarialCurve(adversarialCurveWords.indexOf(learner), arms, release, rounds),
  );
}
