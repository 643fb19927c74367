// The page has no catalog of the families that it may not need; it must ask the right one nevertheless.
import { readFileSync } from 'node:fs';
import { type AlgorithmSpec, createBandit, LdpError } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { expect, test } from 'vitest';
import { SET } from './client-combinatorial-support.js';
import { POINTS } from './client-convex-support.js';
import { failure } from './client-support.js';
import { badArgument } from './refusals.js';

interface Entry {
  readonly id: string;
  readonly family: string;
  readonly trustModel: string;
}

const catalog = new URL('../../../src/protocol/catalog.json', import.meta.url);
const { algorithms } = JSON.parse(readFileSync(catalog, 'utf8')) as { algorithms: Entry[] };

/** Which parameter a family asks for first. */
const required: Readonly<Record<string, string>> = {
  'multi-armed': 'algorithm.arms',
  linear: 'algorithm.dimension',
  combinatorial: 'algorithm.set',
  'best-arm': 'algorithm.arms',
  reduction: 'algorithm.arms',
  convex: 'algorithm.set',
  'generalized-linear': 'algorithm.dimension',
};
const local = algorithms.filter(({ trustModel }) => trustModel === 'local');

const refusalOf = (algorithm: object) =>
  failure(
    createBandit({
      endpoint: 'https://example.com/',
      experiment: 'posters',
      algorithm: algorithm as AlgorithmSpec,
      privacy: { epsilon: 1, epsilonTotal: 8 },
      fetch: () => Promise.reject(new TypeError('no network')),
    }),
  );

test.each(local)('$id without parameters is told what its family needs', async ({ id, family }) => {
  const error = await refusalOf({ type: id });
  if (!LdpError.is(error)) throw error;
  expect(error.code).toBe('invalid_argument');
  expect(error.message).toContain(required[family] as string);
});

test.each(algorithms.filter(({ trustModel }) => trustModel !== 'local'))(
  '$id is refused by its name, whatever comes with it: it exists in the simulation only',
  async ({ id }) => {
    for (const parameters of [{}, { dimension: 3 }, { set: SET }, { ...POINTS.pair }]) {
      const error = await refusalOf({ ...parameters, type: id });
      expect(error).toMatchObject(badArgument('algorithm.type'));
      expect((error as LdpError).message).toContain('simulation only');
    }
  },
);
