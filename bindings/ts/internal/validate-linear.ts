// An experiment of the linear family as a spec describes it: apart from the multi-armed family, whose
// pages need nothing of this.
import type { CatalogEntry, RewardTransform } from '../generated/catalog.js';
import type { generalizedLinearCatalog } from '../generated/catalog-generalized-linear.js';
import {
  type calibrationWords,
  linearCatalog,
  linearLearnerWithout,
  type linearMechanismWords,
  linearOffset,
  type linkWords,
  type normPolicyWords,
  type onlineLearnerKindWords,
  type radiusModeWords,
  type reportPartsWords,
  type tuningWords,
} from '../generated/catalog-linear.js';
import { delta } from '../generated/catalog-multi-armed.js';
import { invalidArgument } from './checks.js';
import { type CompleteSpec, catalogEntry, completeSpec } from './validate.js';

type LinearEntry = (typeof linearCatalog)[number];
type GeneralizedLinearEntry = (typeof generalizedLinearCatalog)[number];

/** With every default filled in: what the core's `LinearExperiment` is made of. */
export type ContextualExperiment = LinearExperiment | GeneralizedLinearExperiment;

export interface LinearExperiment extends ExperimentOfVectors {
  readonly family: 'linear';
  readonly algorithm: LinearEntry['id'];
}

export interface GeneralizedLinearExperiment extends ExperimentOfVectors {
  readonly family: 'generalized-linear';
  readonly algorithm: GeneralizedLinearEntry['id'];
}

interface ExperimentOfVectors {
  /** Number of the algorithm in the C++ enumeration. */
  readonly algorithmIndex: number;
  readonly payload: 'vector';
  /** Length of a feature vector. */
  readonly dimension: number;
  /** Of every report: there is no menu of levels. */
  readonly epsilon: number;
  /** Of one Gaussian report; 0 with ball noise. */
  readonly delta: number;
  readonly mechanism: (typeof linearMechanismWords)[number];
  /** Of Gaussian noise; 'tight' where there is none. */
  readonly calibration: (typeof calibrationWords)[number];
  /** 'practical' for algorithms without the choice. */
  readonly radius: (typeof radiusModeWords)[number];
  /** Reports expected; 0: not known. */
  readonly horizon: number;
  /** 'maler' for algorithms without the choice. */
  readonly learner: (typeof onlineLearnerKindWords)[number];
  readonly restarts: 'never' | 'doubling';
  /** LDP linear moments only; 1 for the others. */
  readonly spread: number;
  /** From here on: generalized linear only. The others have what `linearLearnerWithout` says. */
  readonly link: (typeof linkWords)[number];
  /** On the norm of the parameter. */
  readonly bound: number;
  /** The largest feedback, of identity in absolute value; 0 for links with a bound of their own. */
  readonly largest: number;
  /** Of residuals: poisson only. */
  readonly clip: number;
  readonly optimism: number;
  readonly tuning: (typeof tuningWords)[number];
  /** Of codebook reports; else 0. 0: the default, which the collector names in its manifest. */
  readonly codewords: number;
  readonly near: number;
  /** 'coin': a device sends the score or the curvature, LDP-GLM Newton only. 'pair': features and reward, LDP-LinUCB only. */
  readonly parts: (typeof reportPartsWords)[number];
  /** Bound on the Euclidean norm of a feature vector, which the device divides by. */
  readonly norm: number;
  readonly norms: (typeof normPolicyWords)[number];
  readonly rewards: RewardTransform;
  readonly neutral: number;
}

/** True if the catalog has the algorithm in this family. */
export function isLinear(type: unknown): boolean {
  return linearCatalog.some(({ id }) => id === type);
}

/**
 * `completeSpec` of this family. Delta and calibration belong to Gaussian noise: where the mechanism
 * is a choice, they have their defaults with Gaussian noise, and no place without it.
 */
export function completeLinearSpec(spec: unknown, parameter = 'algorithm'): CompleteSpec {
  const table = linearCatalog as readonly CatalogEntry[];
  const complete = withoutJointParts(completeSpec(withMechanism(spec, table), parameter, table));
  requireCodebook(complete, parameter);
  requirePair(complete, parameter);
  if (complete['mechanism'] === undefined) return complete;
  const isGaussian = complete['mechanism'] === 'gaussian';
  const { calibration } = linearLearnerWithout;
  const defaults: Record<string, unknown> = { delta: delta.default, calibration };
  for (const name of Object.keys(defaults)) {
    if (!isGaussian && complete[name] !== undefined) {
      const reason = `belongs to Gaussian noise: it has no place with mechanism "${complete['mechanism']}"`;
      throw invalidArgument(`${parameter}.${name}`, complete[name], reason);
    }
  }
  if (!isGaussian) return complete;
  const { parameters } = catalogEntry(parameter, complete.type, linearCatalog);
  const inOrder = parameters.map(({ name }) => [name, complete[name] ?? defaults[name]] as const);
  const known = inOrder.filter(([, value]) => value !== undefined);
  return { type: complete.type, ...Object.fromEntries(known) };
}

/** The spec with its mechanism, where that is a choice and the spec leaves it. Others are as they were. */
export function withMechanism(spec: unknown, table: readonly CatalogEntry[]): unknown {
  const given: Readonly<Record<string, unknown>> = Object(spec);
  const rows = table.find(({ id }) => id === given['type'])?.parameters ?? [];
  if (given['mechanism'] !== undefined || !rows.some(({ name }) => name === 'mechanism'))
    return spec;
  return { ...given, mechanism: defaultMechanism(given['type'], given['dimension']) };
}

/** The least noise of pure epsilon; a codebook has vectors of two numbers at least. */
export function defaultMechanism(type: unknown, dimension: unknown): 'ball' | 'codebook' {
  return dimension === 1 && ONE_NUMBER.includes(type) ? 'ball' : 'codebook';
}

/** A complete spec that names these codewords, keys in the order of the catalog. */
export function withCodewords(
  complete: CompleteSpec,
  named: { readonly codewords: unknown; readonly near: unknown },
): CompleteSpec {
  const entries = Object.entries(complete).flatMap(([name, value]) => {
    if (name === 'mechanism') return [[name, value], ...Object.entries(named)];
    return name in named ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Throws `invalid_argument` for a codebook that no report can have: docs/spec/codebook.md. */
export function requireCodebook(complete: CompleteSpec, parameter: string): void {
  const { mechanism, codewords, near, dimension, parts } =
    complete as Partial<ContextualExperiment>;
  for (const [name, value] of Object.entries({ codewords, near })) {
    if (value !== undefined && mechanism !== 'codebook')
      throw invalidArgument(`${parameter}.${name}`, value, 'belongs to the mechanism "codebook"');
  }
  if (mechanism !== 'codebook') return;
  if (
    defaultMechanism(complete.type, dimension) === 'ball' ||
    (dimension === 1 && parts === 'coin')
  )
    throw invalidArgument(`${parameter}.dimension`, 1, 'must be from 2 with mechanism "codebook"');
  if (codewords !== undefined && (codewords & (codewords - 1)) !== 0)
    throw invalidArgument(`${parameter}.codewords`, codewords, 'must be a power of two');
  // Without `codewords` the collector's core knows how many there are.
  if (near !== undefined && near > (codewords ?? 4096) / 2)
    throw invalidArgument(`${parameter}.near`, near, 'must be at most half of the codewords');
}

/** A spec that names the default parts is the one that leaves them. */
function withoutJointParts(complete: CompleteSpec): CompleteSpec {
  const { parts, ...others } = complete as CompleteSpec & { readonly parts?: unknown };
  return parts === 'joint' ? others : complete;
}

/** Throws `invalid_argument` for parts that LDP-LinUCB does not have: docs/spec/codebook.md, section 8.1. */
function requirePair(complete: CompleteSpec, parameter: string): void {
  const { mechanism, radius, parts } = complete as Partial<LinearExperiment>;
  if (parts === undefined) return;
  if (parts !== 'pair') throw invalidArgument(`${parameter}.parts`, parts, 'must be joint or pair');
  if (mechanism !== 'codebook')
    throw invalidArgument(`${parameter}.parts`, parts, 'needs the mechanism "codebook"');
  if (radius !== undefined && radius !== 'practical')
    throw invalidArgument(`${parameter}.radius`, radius, 'must be practical with parts "pair"');
}

/** kMinimumPairEpsilon in protocol/linear_experiment.hpp. */
export const LEAST_PAIR_EPSILON = 4;

/** Where a part has as many numbers as there are features. */
const ONE_NUMBER: readonly unknown[] = ['ldp-linear-moments', 'ldp-glm-sgd'];

/** Throws `invalid_argument`, naming the parameter with `parameter` as its prefix. */
export function linearExperimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): LinearExperiment {
  const { type, ...given } = completeLinearSpec(spec, parameter) as CompleteSpec &
    Partial<Omit<LinearExperiment, 'family' | 'algorithm' | 'algorithmIndex' | 'payload'>>;
  const entry = catalogEntry(parameter, type, linearCatalog);
  if (given.parts === 'pair' && perReport.epsilon < LEAST_PAIR_EPSILON) {
    const reason = `needs an epsilon of at least ${LEAST_PAIR_EPSILON} a report`;
    throw invalidArgument(`${parameter}.parts`, 'pair', reason);
  }
  return {
    family: 'linear',
    algorithm: entry.id,
    algorithmIndex: linearOffset + linearCatalog.indexOf(entry),
    payload: 'vector',
    norm: 1,
    norms: 'clip',
    rewards: { type: 'unit' },
    neutral: 0,
    ...linearLearnerWithout,
    mechanism: mechanismWithoutChoice(entry.id),
    ...given,
    dimension: given.dimension as number,
    epsilon: perReport.epsilon,
  };
}

/** As mechanism_without_choice in protocol/linear_experiment.hpp. */
function mechanismWithoutChoice(algorithm: LinearEntry['id']): 'ball' | 'gaussian' {
  return algorithm === 'ldp-linear-moments' ? 'ball' : 'gaussian';
}
