// The page has no catalog of the families that it may not need; it must ask the right one nevertheless.
import { readFileSync } from 'node:fs';
import { type AlgorithmSpec, createBandit, LdpError } from 'ldp-bandits';
import { expect, test } from 'vitest';
import { failure } from './client-support.js';

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

test.each(local)('$id without parameters is told what its family needs', async (entry) => {
  const error = await failure(
    createBandit({
      endpoint: 'https://example.com/',
      experiment: 'posters',
      algorithm: { type: entry.id } as unknown as AlgorithmSpec,
      privacy: { epsilon: 1, epsilonTotal: 8 },
      fetch: () => Promise.reject(new TypeError('no network')),
    }),
  );
  if (!LdpError.is(error)) throw error;
  expect(error.code).toBe('invalid_argument');
  expect(error.message).toContain(required[entry.family] as string);
});

test.each(algorithms.filter(({ trustModel }) => trustModel !== 'local'))(
  '$id is refused by its name: it exists in the simulation only',
  async ({ id }) => {
    const error = await failure(
      createBandit({
        endpoint: 'https://example.com/',
        experiment: 'posters',
        algorithm: { type: id } as unknown as AlgorithmSpec,
        privacy: { epsilon: 1, epsilonTotal: 8 },
        fetch: () => Promise.reject(new TypeError('no network')),
      }),
    );
    if (!LdpError.is(error, 'invalid_argument')) throw error;
    expect(error.message).toContain('simulation only');
  },
);
