/** What a collector offers for an experiment, checked and with its digest. */
import { catalog } from '../generated/catalog.js';
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
  isBestArm,
  isReduction,
  reductionExperimentFromSpec,
} from '../internal/validate-best-arm.js';
import {
  combinatorialExperimentFromSpec,
  completeCombinatorialSpec,
  isCombinatorial,
} from '../internal/validate-combinatorial.js';
import {
  completeConvexSpec,
  convexExperimentFromSpec,
  isConvex,
} from '../internal/validate-convex.js';
import {
  completeGeneralizedLinearSpec,
  generalizedLinearExperimentFromSpec,
  isGeneralizedLinear,
} from '../internal/validate-generalized-linear.js';
import {
  completeLinearSpec,
  isLinear,
  linearExperimentFromSpec,
} from '../internal/validate-linear.js';
import { type CheckedBlackBox, requireBlackBox } from './black-box.js';
import { digest } from './digest.js';
import type { AnyExperiment } from './learner-module.js';
import { type CheckedOracle, requireOracle } from './oracle.js';
import { requireTiming } from './timing.js';
import type { AlgorithmSpec, Manifest, Serve, Spend, Timing } from './types.js';

interface Described {
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
  catalogEntry(`${path}.algorithm`, type, catalog);
  if (given['learner'] !== undefined && !isReduction(type)) {
    const reason = 'belongs to one-point-reduction, which is over a learner of yours';
    throw invalidArgument(`${path}.learner`, given['learner'], reason);
  }
  if (given['keepReporting'] !== undefined && !isBestArm(type)) {
    const reason = 'belongs to algorithms that look for the best arm';
    throw invalidArgument(`${path}.keepReporting`, given['keepReporting'], reason);
  }
  if (isCombinatorial(type)) return describeCombinatorial(name, path, given);
  if (given['oracle'] !== undefined) {
    const reason = 'belongs to combinatorial algorithms';
    throw invalidArgument(`${path}.oracle`, given['oracle'], reason);
  }
  if (isBestArm(type) || isReduction(type)) return describeScalar(name, path, given);
  if (isConvex(type)) return describeConvex(name, path, given);
  if (isLinear(type) || isGeneralizedLinear(type)) return describeLinear(name, path, given);
  return describeMultiArmed(name, path, given);
}

type Given = Readonly<Record<string, unknown>> & { readonly timing: Timing };

function describeMultiArmed(name: string, path: string, given: Given): Described {
  const { algorithm, labels: names, serve = 'index' } = given;
  const complete = completeSpec(algorithm, `${path}.algorithm`);
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], complete['delta'] ?? 0);
  const experiment = experimentFromSpec(algorithm, perReport, `${path}.algorithm`);
  requireDearest(path, perReport, experiment.levels);
  const labels = requireLabels(`${path}.labels`, names, experiment.arms);
  return {
    experiment,
    manifest: digested({
      protocol: 1,
      experiment: name,
      algorithm: complete as unknown as AlgorithmSpec,
      perReport,
      protects: 'feedback',
      timing: given.timing,
      ...(labels ? { labels } : {}),
    }),
    serve: requireOneOf(`${path}.serve`, serve, ['index', 'distribution']),
  };
}

/** One level, and a snapshot that says by itself what devices draw from. */
function describeScalar(name: string, path: string, given: Given): Described {
  const { algorithm, labels: names, serve = 'index', keepReporting = 0.1 } = given;
  const [completeFrom, experimentFrom] = isBestArm((algorithm as { readonly type?: unknown }).type)
    ? ([completeBestArmSpec, bestArmExperimentFromSpec] as const)
    : ([completeReductionSpec, reductionExperimentFromSpec] as const);
  const complete = completeFrom(algorithm, `${path}.algorithm`);
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], complete['delta'] ?? 0);
  const experiment = experimentFrom(algorithm, perReport, `${path}.algorithm`);
  const labels = requireLabels(`${path}.labels`, names, experiment.arms);
  return {
    experiment,
    manifest: digested({
      protocol: 1,
      experiment: name,
      algorithm: complete as unknown as AlgorithmSpec,
      perReport,
      protects: 'feedback',
      timing: given.timing,
      ...(labels ? { labels } : {}),
    }),
    serve: requireOneOf(`${path}.serve`, serve, ['index']),
    ...(experiment.family === 'reduction'
      ? { learner: requireBlackBox(`${path}.learner`, given['learner'], experiment.arms) }
      : { keepReporting: requireNumber(`${path}.keepReporting`, keepReporting, 0, 1) }),
  };
}

/** Points have no names. */
function describeConvex(name: string, path: string, given: Given): Described {
  const { algorithm, labels, serve = 'index' } = given;
  const complete = completeConvexSpec(algorithm, `${path}.algorithm`);
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], complete['delta'] ?? 0);
  const experiment = convexExperimentFromSpec(algorithm, perReport, `${path}.algorithm`);
  if (labels !== undefined) {
    const reason = 'is not for convex algorithms: there are no arms to name';
    throw invalidArgument(`${path}.labels`, labels, reason);
  }
  return {
    experiment,
    manifest: digested({
      protocol: 1,
      experiment: name,
      algorithm: complete as unknown as AlgorithmSpec,
      perReport,
      protects: 'feedback',
      timing: given.timing,
    }),
    serve: requireOneOf(`${path}.serve`, serve, ['index']),
  };
}

/** Arms are rows of features, of which the server knows nothing: no names, no shares. */
function describeLinear(name: string, path: string, given: Given): Described {
  const { algorithm, labels, serve = 'index' } = given;
  const hasLink = isGeneralizedLinear((algorithm as { readonly type?: unknown }).type);
  const [completeFrom, experimentFrom] = hasLink
    ? ([completeGeneralizedLinearSpec, generalizedLinearExperimentFromSpec] as const)
    : ([completeLinearSpec, linearExperimentFromSpec] as const);
  const complete = completeFrom(algorithm, `${path}.algorithm`);
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], complete['delta'] ?? 0);
  const experiment = experimentFrom(algorithm, perReport, `${path}.algorithm`);
  if (labels !== undefined) {
    const reason = 'is not for contextual algorithms: the arms are known to the page only';
    throw invalidArgument(`${path}.labels`, labels, reason);
  }
  return {
    experiment,
    manifest: digested({
      protocol: 1,
      experiment: name,
      algorithm: complete as unknown as AlgorithmSpec,
      perReport,
      protects: 'context-and-feedback',
      timing: given.timing,
    }),
    serve: requireOneOf(`${path}.serve`, serve, ['index']),
  };
}

/** Labels are those of arms; slates have no names. */
function describeCombinatorial(name: string, path: string, given: Given): Described {
  const { algorithm, labels: names, serve = 'index' } = given;
  const complete = completeCombinatorialSpec(algorithm, `${path}.algorithm`);
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], 0);
  const experiment = combinatorialExperimentFromSpec(algorithm, perReport, `${path}.algorithm`);
  requireDearest(path, perReport, experiment.levels);
  const labels = requireLabels(`${path}.labels`, names, experiment.arms);
  const oracle = requireOracle(`${path}.oracle`, given['oracle'], experiment);
  return {
    experiment,
    manifest: digested({
      protocol: 1,
      experiment: name,
      algorithm: complete as unknown as AlgorithmSpec,
      perReport,
      protects: 'feedback',
      timing: given.timing,
      ...(labels ? { labels } : {}),
    }),
    serve: requireOneOf(`${path}.serve`, serve, ['index']),
    ...(oracle ? { oracle } : {}),
  };
}

function requireDearest(path: string, perReport: Spend, levels: readonly number[]): void {
  const dearest = levels.at(-1);
  if (perReport.epsilon === dearest) return;
  const reason = `must be the largest level, ${dearest}`;
  throw invalidArgument(`${path}.perReport.epsilon`, perReport.epsilon, reason);
}

/** Pages refuse more: see client/transport.ts. The digest is short. */
const MOST_BYTES = 256 * 1024 - 100;

/** The digest is of the JSON of the members before it. */
function digested(undigested: Omit<Manifest, 'digest'>): Manifest {
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
