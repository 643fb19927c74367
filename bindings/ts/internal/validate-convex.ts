import {
  convexCatalog,
  type convexFeedbackWords,
  convexLearnerWithout,
  type convexLossesWords,
  convexOffset,
  type convexStepsWords,
  type scalarMechanismWords,
} from '../generated/catalog-convex.js';
import { delta } from '../generated/catalog-multi-armed.js';
import { type ConvexSet, convexDimension, requireConvexSet } from './convex-set.js';
import {
  type CompleteSpec,
  catalogEntry,
  completeSpec,
  invalidArgument,
  requireRecord,
} from './validate.js';

type ConvexEntry = (typeof convexCatalog)[number];

/**
 * A convex experiment with every default filled in: what the core's `ConvexExperiment` is made of, once
 * its set is numbers (`flattenConvexSet`).
 */
export interface ConvexExperiment {
  readonly family: 'convex';
  readonly algorithm: ConvexEntry['id'];
  /** Number of the algorithm in the C++ enumeration. */
  readonly algorithmIndex: number;
  readonly payload: 'bit' | 'noisy' | 'gaussian';
  readonly set: ConvexSet;
  /** Of every report: there is no menu of levels. */
  readonly epsilon: number;
  readonly mechanism: (typeof scalarMechanismWords)[number];
  /** Of one Gaussian report; 0 for the other mechanisms. */
  readonly delta: number;
  readonly losses: (typeof convexLossesWords)[number];
  /** 0 and 1 for two points, which have no range of losses. */
  readonly lossLow: number;
  readonly lossHigh: number;
  /** 0 where the algorithm has none, or needs none and none is given. */
  readonly lipschitz: number;
  readonly smoothness: number;
  readonly curvature: number;
  /** Reports expected; 0: not known. */
  readonly horizon: number;
  readonly steps: (typeof convexStepsWords)[number];
  readonly feedback: (typeof convexFeedbackWords)[number];
  /** 0.25 but for comparisons. */
  readonly distance: number;
  readonly neutral: number;
}

const PAYLOADS = { bit: 'bit', laplace: 'noisy', gaussian: 'gaussian' } as const;

/** True if the catalog has the algorithm in this family. */
export function isConvex(type: unknown): boolean {
  return convexCatalog.some(({ id }) => id === type);
}

/** The rows but that of the set, which has a check of its own. */
const WITHOUT_SET = convexCatalog.map((entry) => ({
  ...entry,
  parameters: entry.parameters.filter(({ name }) => name !== 'set'),
}));

/** Throws unless a parameter is there exactly where it has a meaning. */
function requirePresence(
  path: string,
  value: unknown,
  needed: boolean,
  why: string,
  optional = false,
): void {
  if (needed && !optional && value === undefined)
    throw invalidArgument(path, value, 'is missing: the steps of this learner depend on it');
  if (!needed && value !== undefined) throw invalidArgument(path, value, why);
}

/** What belongs to some losses, feedbacks and mechanisms only. */
function requireFitting(parameter: string, given: Readonly<Record<string, unknown>>): void {
  const { type, losses = 'convex', feedback = 'losses', mechanism = 'bit' } = given;
  const isTwoPoint = type === 'ldp-two-point';
  const compares = feedback === 'comparison';
  const isSmooth = losses === 'smooth' || losses === 'strongly-convex-smooth';
  const isCurved = losses === 'strongly-convex' || losses === 'strongly-convex-smooth';
  if (isTwoPoint && compares && isCurved) {
    const reason = 'must be "convex": a comparison has no scale to curve on';
    throw invalidArgument(`${parameter}.losses`, losses, reason);
  }
  const check = (name: string, needed: boolean, why: string, optional?: boolean) =>
    requirePresence(`${parameter}.${name}`, given[name], needed, why, optional);
  const hasSlope = type !== 'ldp-stochastic-convex' && !compares;
  check('lipschitz', hasSlope, 'a comparison has none', isSmooth);
  check('smoothness', isSmooth, 'belongs to smooth losses');
  check('curvature', isCurved, 'belongs to strongly convex losses');
  check('distance', compares, 'belongs to comparisons', true);
  check('delta', mechanism === 'gaussian', 'belongs to Gaussian noise', true);
}

/** The loss that silence stands for: the middle of the range; of two points no difference at all. */
function middleOf({ lossLow, lossHigh }: Readonly<Record<string, unknown>>): number {
  if (typeof lossLow !== 'number' || typeof lossHigh !== 'number') return 0;
  return lossLow / 2 + lossHigh / 2;
}

/** `completeSpec` of this family. */
export function completeConvexSpec(spec: unknown, parameter = 'algorithm'): CompleteSpec {
  const { set, ...others } = requireRecord(parameter, spec);
  const { type, ...complete } = completeSpec(others, parameter, WITHOUT_SET);
  const checked = requireConvexSet(`${parameter}.set`, set);
  if (type === 'ldp-stochastic-convex' && convexDimension(checked) > 1) {
    const reason = 'must have one dimension: a box, ball or polytope of one number';
    throw invalidArgument(`${parameter}.set`, set, reason);
  }
  // Only a distance that is given can be out of place: it has a default.
  requireFitting(parameter, { type, ...complete, distance: others['distance'] });
  const { lossLow, lossHigh, smoothness, curvature } = complete;
  if (typeof lossLow === 'number' && typeof lossHigh === 'number') {
    if (!(lossLow < lossHigh && Number.isFinite(lossHigh - lossLow)))
      throw invalidArgument(
        `${parameter}.lossHigh`,
        lossHigh,
        'must be larger than lossLow, by a finite amount',
      );
  }
  if (typeof smoothness === 'number' && typeof curvature === 'number' && smoothness < curvature)
    throw invalidArgument(`${parameter}.smoothness`, smoothness, 'cannot be below the curvature');
  const { distance, ...rest } = complete;
  const filled: Record<string, unknown> = {
    ...rest,
    ...(complete['mechanism'] === 'gaussian' ? { delta: rest['delta'] ?? delta.default } : {}),
    ...(complete['feedback'] === 'comparison' ? { distance } : {}),
    neutral: rest['neutral'] ?? middleOf(complete),
  };
  const { parameters } = catalogEntry(parameter, type, convexCatalog);
  const inOrder = parameters.map(({ name }) => [name, filled[name]] as const);
  const known = inOrder.filter(([, value]) => value !== undefined);
  return { type, set: checked, ...Object.fromEntries(known) };
}

/** Throws `invalid_argument`, naming the parameter with `parameter` as its prefix. */
export function convexExperimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): ConvexExperiment {
  const { type, ...given } = completeConvexSpec(spec, parameter) as CompleteSpec &
    Partial<Omit<ConvexExperiment, 'family' | 'algorithm' | 'algorithmIndex' | 'payload'>>;
  const entry = catalogEntry(parameter, type, convexCatalog);
  return {
    family: 'convex',
    algorithm: entry.id,
    algorithmIndex: convexOffset + convexCatalog.indexOf(entry),
    payload: PAYLOADS[given.mechanism ?? convexLearnerWithout.mechanism],
    neutral: 0,
    ...convexLearnerWithout,
    ...given,
    set: given.set as ConvexSet,
    epsilon: perReport.epsilon,
  };
}
