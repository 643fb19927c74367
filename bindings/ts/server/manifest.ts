/** What a collector offers for an experiment, checked and with its digest. */
import {
  completeSpec,
  type Experiment,
  experimentFromSpec,
  invalidArgument,
  requirePureSpend,
  requireRecord,
  requireString,
} from '../internal/validate.js';
import { digest } from './digest.js';
import type { AlgorithmSpec, Manifest } from './types.js';

/** @throws LdpError `invalid_argument`, naming the option. */
export function describeExperiment(
  name: string,
  options: unknown,
): { readonly experiment: Experiment; readonly manifest: Manifest } {
  const path = `experiments.${name}`;
  const given = requireRecord(path, options, ['algorithm', 'perReport', 'labels']);
  const { algorithm, labels: names } = given;
  const perReport = requirePureSpend(`${path}.perReport`, given['perReport']);
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
    algorithm: completeSpec(algorithm, `${path}.algorithm`) as unknown as AlgorithmSpec,
    perReport,
    protects: 'feedback',
    ...(labels ? { labels } : {}),
  } as const;
  const bytes = new TextEncoder().encode(JSON.stringify(undigested));
  return { experiment, manifest: { ...undigested, digest: digest(bytes) } };
}

function requireLabels(path: string, value: unknown, arms: number): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length !== arms) {
    throw invalidArgument(path, value, `must be a list of ${arms} names, one per arm`);
  }
  return value.map((label, i) => requireString(`${path}[${i}]`, label, 200));
}
