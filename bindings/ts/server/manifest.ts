/** What a collector offers for an experiment, checked and with its digest. */
import {
  completeSpec,
  type Experiment,
  experimentFromSpec,
  invalidArgument,
  requireOneOf,
  requirePureSpend,
  requireRecord,
  requireString,
} from '../internal/validate.js';
import { digest } from './digest.js';
import type { AlgorithmSpec, Manifest, Serve, Spend } from './types.js';

/** @throws LdpError `invalid_argument`, naming the option. */
export function describeExperiment(
  name: string,
  options: unknown,
): { readonly experiment: Experiment; readonly manifest: Manifest; readonly serve: Serve } {
  const path = `experiments.${name}`;
  const given = requireRecord(path, options, ['algorithm', 'perReport', 'labels', 'serve']);
  const { algorithm, labels: names, serve = 'index' } = given;
  const complete = completeSpec(algorithm, `${path}.algorithm`);
  const perReport = requireSpend(`${path}.perReport`, given['perReport'], complete['delta'] ?? 0);
  const experiment = experimentFromSpec(algorithm, perReport, `${path}.algorithm`);
  const dearest = experiment.levels.at(-1);
  if (perReport.epsilon !== dearest) {
    const reason = `must be the largest level, ${dearest}`;
    throw invalidArgument(`${path}.perReport.epsilon`, perReport.epsilon, reason);
  }
  const labels = requireLabels(`${path}.labels`, names, experiment.arms);
  const undigested = {
    protocol: 1,
    experiment: name,
    algorithm: complete as unknown as AlgorithmSpec,
    perReport,
    protects: 'feedback',
    ...(labels ? { labels } : {}),
  } as const;
  const bytes = new TextEncoder().encode(JSON.stringify(undigested));
  return {
    experiment,
    manifest: { ...undigested, digest: digest(bytes) },
    serve: requireOneOf(`${path}.serve`, serve, ['index', 'distribution']),
  };
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
