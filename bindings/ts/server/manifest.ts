/** What a collector offers for an experiment, checked and with its digest. */
import { type CatalogEntry, catalog } from '../generated/catalog.js';
import {
  catalogEntry,
  completeSpec,
  experimentFromSpec,
  invalidArgument,
  requireNumber,
  requireOneOf,
  requirePureSpend,
  requireRecord,
  requireString,
} from '../internal/validate.js';
import {
  bestArmExperimentFromSpec,
  completeBestArmSpec,
  completeReductionSpec,
  reductionExperimentFromSpec,
} from '../internal/validate-best-arm.js';
import {
  combinatorialExperimentFromSpec,
  completeCombinatorialSpec,
} from '../internal/validate-combinatorial.js';
import { completeConvexSpec, convexExperimentFromSpec } from '../internal/validate-convex.js';
import {
  completeGeneralizedLinearSpec,
  generalizedLinearExperimentFromSpec,
} from '../internal/validate-generalized-linear.js';
import { completeLinearSpec, linearExperimentFromSpec } from '../internal/validate-linear.js';
import { type CheckedBlackBox, requireBlackBox } from './black-box.js';
import { digest } from './digest.js';
import type { AnyExperiment } from './learner-module.js';
import { type CheckedOracle, requireOracle } from './oracle.js';
import { requireTiming } from './timing.js';
import type { AlgorithmSpec, Manifest, Serve, Spend, Timing } from './types/index.js';

/** An experiment as its options describe it. */
export interface Described {
  readonly experiment: AnyExperiment;
  readonly manifest: Manifest;
  readonly serve: Serve;
  readonly oracle?: CheckedOracle;
  readonly learner?: CheckedBlackBox;
  /** Of best arms. */
  readonly keepReporting?: number;
}

/**
 * @param retention How many epochs may be open at once.
 * @throws LdpError `invalid_argument`, naming the option.
 */
export function describeExperiment(name: string, options: unknown, retention: number): Described {
  const path = `experiments.${name}`;
  const stated = requireRecord(path, options, [
    ...['algorithm', 'perReport', 'labels', 'serve', 'oracle', 'learner', 'timing'],
    'keepReporting',
  ]);
  const timing = requireTiming(`${path}.timing`, stated['timing'], retention);
  const given: Given = { ...stated, timing };
  const { algorithm } = given;
  const type = requireRecord(`${path}.algorithm`, algorithm)['type'];
  const { family } = catalogEntry(`${path}.algorithm`, type, catalog);
  for (const [name, { of, reason }] of Object.entries(OF_ONE_FAMILY)) {
    if (given[name] !== undefined && family !== of)
      throw invalidArgument(`${path}.${name}`, given[name], reason);
  }
  return describe(FAMILIES[family], name, path, given);
}

const OF_ONE_FAMILY = {
  learner: {
    of: 'reduction',
    reason: 'belongs to one-point-reduction, which is over a learner of yours',
  },
  keepReporting: { of: 'best-arm', reason: 'belongs to algorithms that look for the best arm' },
  oracle: { of: 'combinatorial', reason: 'belongs to combinatorial algorithms' },
};

type Given = Readonly<Record<string, unknown>> & { readonly timing: Timing };

/** What the experiments of a family have in common. */
interface Family {
  complete(spec: unknown, parameter: string): object;
  experimentFrom(spec: unknown, spend: Spend, parameter: string): AnyExperiment;
  readonly protects?: Manifest['protects'];
  /** Why its arms have no labels. */
  readonly unnamed?: string;
  readonly serve?: readonly Serve[];
}

const CONTEXTUAL = {
  protects: 'context-and-feedback',
  unnamed: 'is not for contextual algorithms: the arms are known to the page only',
} as const;
const FAMILIES: Readonly<Record<CatalogEntry['family'], Family>> = {
  'multi-armed': {
    complete: (spec, parameter) => completeSpec(spec, parameter),
    experimentFrom: experimentFromSpec,
    serve: ['index', 'distribution'],
  },
  combinatorial: {
    complete: completeCombinatorialSpec,
    experimentFrom: combinatorialExperimentFromSpec,
  },
  'best-arm': { complete: completeBestArmSpec, experimentFrom: bestArmExperimentFromSpec },
  reduction: { complete: completeReductionSpec, experimentFrom: reductionExperimentFromSpec },
  convex: {
    complete: completeConvexSpec,
    experimentFrom: convexExperimentFromSpec,
    unnamed: 'is not for convex algorithms: there are no arms to name',
  },
  linear: {
    complete: completeLinearSpec,
    experimentFrom: linearExperimentFromSpec,
    ...CONTEXTUAL,
  },
  'generalized-linear': {
    complete: completeGeneralizedLinearSpec,
    experimentFrom: generalizedLinearExperimentFromSpec,
    ...CONTEXTUAL,
  },
};

function describe(family: Family, name: string, path: string, given: Given): Described {
  const { algorithm, labels: names, serve = 'index' } = given;
  const complete = family.complete(algorithm, `${path}.algorithm`);
  const delta = (complete as { readonly delta?: number }).delta ?? 0;
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], delta);
  const experiment = family.experimentFrom(algorithm, perReport, `${path}.algorithm`);
  if ('levels' in experiment) requireDearest(path, perReport, experiment.levels);
  if (family.unnamed && names !== undefined) {
    throw invalidArgument(`${path}.labels`, names, family.unnamed);
  }
  const labels = 'arms' in experiment && requireLabels(`${path}.labels`, names, experiment.arms);
  const isSlates = experiment.family === 'combinatorial';
  const oracle = isSlates && requireOracle(`${path}.oracle`, given['oracle'], experiment);
  return {
    experiment,
    manifest: digested({
      protocol: 1,
      experiment: name,
      algorithm: complete as unknown as AlgorithmSpec,
      perReport,
      protects: family.protects ?? 'feedback',
      timing: given.timing,
      ...(labels ? { labels } : {}),
    }),
    serve: requireOneOf(`${path}.serve`, serve, family.serve ?? ['index']),
    ...(oracle ? { oracle } : {}),
    ...(experiment.family === 'reduction'
      ? { learner: requireBlackBox(`${path}.learner`, given['learner'], experiment.arms) }
      : {}),
    ...(experiment.family === 'best-arm'
      ? { keepReporting: requireKeepReporting(path, given, experiment.algorithm) }
      : {}),
  };
}

/** `ldp-duel` stops for good: further reports would change nothing. */
function requireKeepReporting(path: string, given: Given, algorithm: string): number {
  const { keepReporting = algorithm === 'ldp-duel' ? 0 : 0.1 } = given;
  return requireNumber(`${path}.keepReporting`, keepReporting, 0, 1);
}

/** The largest level is what a report costs at most. */
function requireDearest(path: string, perReport: Spend, levels: readonly number[]): void {
  const dearest = levels.at(-1);
  if (perReport.epsilon === dearest) return;
  const reason = `must be the largest level, ${dearest}`;
  throw invalidArgument(`${path}.perReport.epsilon`, perReport.epsilon, reason);
}

/** Pages refuse more: see client/transport.ts. The digest is short. */
const MOST_BYTES = 256 * 1024 - 100;

/** The digest is of the JSON of the members before it. */
export function digested(undigested: Omit<Manifest, 'digest'>): Manifest {
  const bytes = new TextEncoder().encode(JSON.stringify(undigested));
  if (bytes.length > MOST_BYTES) {
    const reason = `must make a manifest of at most ${MOST_BYTES} bytes, which every page downloads`;
    throw invalidArgument(`experiments.${undigested.experiment}`, bytes.length, reason);
  }
  return { ...undigested, digest: digest(bytes) };
}

/** The cost of one report of an algorithm with this delta; it may be left out, but not changed. */
function requireSpend(path: string, value: unknown, delta: unknown): Spend {
  if (delta === 0) return requirePureSpend(path, value);
  const { delta: stated = delta, epsilon } = requireRecord(path, value);
  if (stated !== delta) {
    throw invalidArgument(`${path}.delta`, stated, `must be ${delta}, that of the algorithm`);
  }
  return { ...requirePureSpend(path, { epsilon }), delta: delta as number };
}

function requireLabels(path: string, value: unknown, arms: number): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length !== arms) {
    throw invalidArgument(path, value, `must be a list of ${arms} names, one per arm`);
  }
  return value.map((label, i) => requireString(`${path}[${i}]`, label, 200));
}
