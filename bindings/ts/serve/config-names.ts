/** Which members a config has, level by level. The published schema has the same: a test compares them. */

import { Problem } from '../command/problem.js';
import { catalog } from '../generated/catalog.js';
import { didYouMean } from '../internal/nearest.js';

export const CONFIG_MEMBERS = [
  ...['$schema', 'experiments', 'basePath', 'cors', 'publishEvery', 'retention', 'maxIdsPerEpoch'],
  ...[
    'maxReportsPerBody',
    'storeDeadlineMs',
    'lookEveryMs',
    'store',
    'port',
    'host',
    'pages',
    'limits',
  ],
] as const;
export const EXPERIMENT_MEMBERS = [
  ...['algorithm', 'perReport', 'labels', 'timing', 'serve', 'keepReporting'],
  ...['control', 'visitorsPerDay'],
] as const;
export const TIMING_MEMBERS = [
  ...['responseWindowMs', 'maxDelayMs', 'snapshotAgeMs', 'slackMs', 'publishAtMostEveryMs'],
] as const;
export const LIMIT_MEMBERS = [
  ...['requestMs', 'headersMs', 'keepAliveMs', 'connections', 'shutdownMs'],
] as const;

type Given = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses members that are not known, with the nearest that is. What is no object is left to other checks. */
function requireNames(path: string, value: unknown, known: readonly string[]): void {
  if (!isRecord(value)) return;
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    throw new Problem(
      `${path === '' ? name : `${path}.${name}`}: not known here.${didYouMean(name, known)} Known: ${known.join(', ')}.`,
    );
  }
}

/** @throws {Problem} for a member of an experiment that is not known, and for an algorithm that is not. */
export function requireExperimentNames(path: string, value: unknown): void {
  requireNames(path, value, EXPERIMENT_MEMBERS);
  if (!isRecord(value)) return;
  requireNames(`${path}.timing`, value['timing'], TIMING_MEMBERS);
  requireNames(`${path}.perReport`, value['perReport'], ['epsilon', 'delta']);
  const { algorithm } = value;
  if (!isRecord(algorithm)) return;
  const { type } = algorithm;
  const local = catalog.filter(({ trustModel }) => trustModel === 'local');
  const entry = local.find(({ id }) => id === type);
  if (entry === undefined) {
    if (typeof type !== 'string') return;
    const ids = local.map(({ id }) => id);
    throw new Problem(
      `${path}.algorithm.type: "${type}" is not an algorithm.${didYouMean(type, ids)} Known: ${ids.join(', ')}.`,
    );
  }
  const { set } = algorithm;
  if (entry.family === 'reduction' || (isRecord(set) && set['type'] === 'custom')) {
    const needs = entry.family === 'reduction' ? 'a learner' : 'an oracle';
    throw new Problem(
      `${path}.algorithm: needs ${needs} of yours, a function, which no config can hold. Write a program with createCollector of ldp-bandits/server.`,
    );
  }
  requireNames(`${path}.algorithm`, algorithm, [
    'type',
    ...entry.parameters.map(({ name }) => name),
  ]);
}

/** @throws {Problem} for a member that is not known. */
export function requireConfigNames(value: unknown): void {
  requireNames('', value, CONFIG_MEMBERS);
  if (!isRecord(value)) return;
  requireNames('publishEvery', value['publishEvery'], ['reports', 'ms']);
  requireNames('limits', value['limits'], LIMIT_MEMBERS);
  const { experiments } = value;
  if (!isRecord(experiments)) return;
  for (const [name, entry] of Object.entries(experiments)) {
    requireExperimentNames(`experiments.${name}`, entry);
  }
}
