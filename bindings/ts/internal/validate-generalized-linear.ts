// An experiment of the generalized linear family as a spec describes it: apart from the others, whose
// pages need nothing of this.
import type { CatalogEntry } from '../generated/catalog.js';
import {
  generalizedLinearCatalog,
  generalizedLinearOffset,
} from '../generated/catalog-generalized-linear.js';
import { linearLearnerWithout } from '../generated/catalog-linear.js';
import { delta } from '../generated/catalog-multi-armed.js';
import { invalidArgument, requireRecord } from './checks.js';
import { type CompleteSpec, catalogEntry, completeSpec } from './validate.js';
import {
  type GeneralizedLinearExperiment,
  requireCodebook,
  withMechanism,
} from './validate-linear.js';

/** Links whose feedback has no bound by itself. */
const UNBOUNDED = ['identity', 'poisson'];

/** True if the catalog has the algorithm in this family. */
export function isGeneralizedLinear(type: unknown): boolean {
  return generalizedLinearCatalog.some(({ id }) => id === type);
}

/**
 * `completeSpec` of this family. Delta belongs to Gaussian noise, as in the linear one; `clip` to the
 * poisson link; `largest` to the links whose rewards have no bound by themselves, and must be stated
 * there: without it no noise would keep a promise.
 */
export function completeGeneralizedLinearSpec(
  spec: unknown,
  parameter = 'algorithm',
): CompleteSpec {
  const table = generalizedLinearCatalog as readonly CatalogEntry[];
  const complete = completeSpec(withMechanism(spec, table), parameter, table);
  const given = requireRecord(parameter, spec);
  requireCodebook(complete, parameter);
  // The published algorithm leaves no choice.
  const isGaussian = (complete['mechanism'] ?? 'gaussian') === 'gaussian';
  const link = complete['link'] as string;
  const hasLargest = UNBOUNDED.includes(link);
  const { largest } = complete;
  const refuse = (name: string, reason: string) =>
    invalidArgument(`${parameter}.${name}`, complete[name], reason);
  if (complete['parts'] === 'pair') throw refuse('parts', 'must be joint or coin');
  if (isGaussian && complete['parts'] === 'coin')
    throw refuse('parts', 'must be "joint" with Gaussian noise, or absent');
  if (!isGaussian && complete['delta'] !== undefined)
    throw refuse(
      'delta',
      `belongs to Gaussian noise: it has no place with mechanism "${complete['mechanism']}"`,
    );
  if (hasLargest && largest === undefined)
    throw refuse(
      'largest',
      `is missing: rewards of the link "${link}" have no bound by themselves`,
    );
  if (!hasLargest && largest !== undefined)
    throw refuse('largest', `has no place with the link "${link}": its rewards are in [0, 1]`);
  const hasClip = link === 'poisson';
  if (!hasClip && given['clip'] !== undefined)
    throw refuse('clip', 'belongs to the link "poisson"');
  const { parameters } = catalogEntry(parameter, complete.type, generalizedLinearCatalog);
  const inOrder: [string, unknown][] = parameters.map(({ name }) => {
    if (name === 'clip' && !hasClip) return [name, undefined];
    if (name === 'parts')
      return [name, complete[name] ?? defaultParts(isGaussian, complete['dimension'])];
    if (name === 'delta' && isGaussian) return [name, complete[name] ?? delta.default];
    return [name, complete[name]];
  });
  const known = inOrder.filter(([, value]) => value !== undefined);
  return { type: complete.type, ...Object.fromEntries(known) };
}

/**
 * Of LDP-GLM Newton, where none are named: those of a coin if epsilon is pure. One feature has a curvature
 * and a score of one number each, too short for a codebook. Gaussian reports have no choice, and name none.
 */
export function defaultParts(
  isGaussian: boolean,
  dimension: unknown,
): 'coin' | 'joint' | undefined {
  if (isGaussian) return undefined;
  return dimension === 1 ? 'joint' : 'coin';
}

/** Throws `invalid_argument`, naming the parameter with `parameter` as its prefix. */
export function generalizedLinearExperimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): GeneralizedLinearExperiment {
  const { type, ...given } = completeGeneralizedLinearSpec(spec, parameter) as CompleteSpec &
    Partial<
      Omit<GeneralizedLinearExperiment, 'family' | 'algorithm' | 'algorithmIndex' | 'payload'>
    >;
  const entry = catalogEntry(parameter, type, generalizedLinearCatalog);
  return {
    family: 'generalized-linear',
    algorithm: entry.id,
    algorithmIndex: generalizedLinearOffset + generalizedLinearCatalog.indexOf(entry),
    payload: 'vector',
    norm: 1,
    norms: 'clip',
    rewards: { type: 'unit' },
    neutral: 0,
    ...linearLearnerWithout,
    // The published algorithm leaves no choice.
    mechanism: 'gaussian',
    ...given,
    dimension: given.dimension as number,
    epsilon: perReport.epsilon,
  };
}
