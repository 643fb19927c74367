// An experiment of the combinatorial family as a spec describes it: apart from the other families, whose
// pages need nothing of this.
import type { RewardTransform } from '../generated/catalog.js';
import {
  combinatorialCatalog,
  combinatorialLearnerWithout,
  combinatorialOffset,
  type combinatorialWidthWords,
  type coordinateWords,
  type posteriorWords,
} from '../generated/catalog-combinatorial.js';
import { type DecisionSet, requireDecisionSet, setArms } from './decision-set.js';
import { type CompleteSpec, catalogEntry, completeSpec, requireRecord } from './validate.js';

type CombinatorialEntry = (typeof combinatorialCatalog)[number];

/**
 * A combinatorial experiment with every default filled in: what the core's `CombinatorialExperiment` is
 * made of, once its set is flat (`flattenDecisionSet`).
 */
export interface CombinatorialExperiment {
  readonly family: 'combinatorial';
  readonly algorithm: CombinatorialEntry['id'];
  /** Number of the algorithm in the C++ enumeration. */
  readonly algorithmIndex: number;
  readonly payload: CombinatorialEntry['payload'];
  readonly set: DecisionSet;
  /** Of the set. A sum report names a super arm; how many of these there are, the core counts. */
  readonly arms: number;
  /** The menu of levels, strictly increasing; the level of a report is an index into it. */
  readonly levels: readonly number[];
  /** 'all' for CUCB-LDP1 and sum reports, which leave no choice. */
  readonly coordinate: (typeof coordinateWords)[number];
  /** 'none' for algorithms without the choice. */
  readonly width: (typeof combinatorialWidthWords)[number];
  /** Reports expected; 0: not known. */
  readonly horizon: number;
  /** 'normal' for algorithms without the choice. */
  readonly posterior: (typeof posteriorWords)[number];
  readonly rewards: RewardTransform;
  readonly neutral: number;
}

/** True if the catalog has the algorithm in this family. */
export function isCombinatorial(type: unknown): boolean {
  return combinatorialCatalog.some(({ id }) => id === type);
}

/** The rows but that of the set, which has a check of its own. */
const WITHOUT_SET = combinatorialCatalog.map((entry) => ({
  ...entry,
  parameters: entry.parameters.filter(({ name }) => name !== 'set'),
}));

/** `completeSpec` of this family. */
export function completeCombinatorialSpec(spec: unknown, parameter = 'algorithm'): CompleteSpec {
  const { set, ...others } = requireRecord(parameter, spec);
  const { type, ...complete } = completeSpec(others, parameter, WITHOUT_SET);
  return { type, set: requireDecisionSet(`${parameter}.set`, set), ...complete };
}

/**
 * `perReport.epsilon` is the single level where the spec has no menu. Throws `invalid_argument`, naming
 * the parameter with `parameter` as its prefix.
 */
export function combinatorialExperimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): CombinatorialExperiment {
  const { type, ...given } = completeCombinatorialSpec(spec, parameter) as CompleteSpec &
    Partial<Omit<CombinatorialExperiment, 'family' | 'algorithm' | 'algorithmIndex' | 'payload'>>;
  const entry = catalogEntry(parameter, type, combinatorialCatalog);
  const set = given.set as DecisionSet;
  const levels = given.levels ?? [perReport.epsilon];
  return {
    family: 'combinatorial',
    algorithm: entry.id,
    algorithmIndex: combinatorialOffset + combinatorialCatalog.indexOf(entry),
    payload: entry.payload,
    arms: setArms(set),
    rewards: { type: 'unit' },
    neutral: 0,
    ...combinatorialLearnerWithout,
    coordinate: coordinateWithoutChoice(entry.id),
    posterior: defaultPosterior(entry.id, set, levels),
    ...given,
    levels,
    set,
  };
}

/** Where few slates share an arm: beta draws lose no more than normal ones. A beta law is that of bits of one level. */
const BETA_SETS: readonly DecisionSet['type'][] = ['path', 'matching', 'list'];

/** What is believed of an arm where the spec does not say. */
export function defaultPosterior(
  algorithm: string,
  set: DecisionSet,
  levels: readonly number[],
): 'beta' | 'normal' {
  const isBeta = algorithm === 'combinatorial-thompson' && BETA_SETS.includes(set.type);
  return isBeta && levels.length === 1 ? 'beta' : 'normal';
}

/** As coordinate_without_choice in protocol/combinatorial_experiment.hpp. */
function coordinateWithoutChoice(algorithm: CombinatorialEntry['id']): 'all' | 'least-reported' {
  return algorithm === 'cucb-ldp1' || algorithm === 'cucb-ldp-sum' ? 'all' : 'least-reported';
}
