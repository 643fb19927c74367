// A page downloads the families that it imports, and is told the line that it lacks.
import { readFileSync } from 'node:fs';
import { type AlgorithmSpec, createBandit, type LdpError } from 'ldp-bandits';
import { createBandit as createOfArms } from 'ldp-bandits/arms';
import { describe, expect, test } from 'vitest';
import { badArgument } from './refusals.js';

const ENTRIES: Readonly<Record<string, string>> = {
  linear: 'ldp-bandits/contexts',
  'generalized-linear': 'ldp-bandits/contexts',
  combinatorial: 'ldp-bandits/slates',
  'best-arm': 'ldp-bandits/best-arm',
  reduction: 'ldp-bandits/best-arm',
  convex: 'ldp-bandits/points',
};

interface Row {
  readonly id: string;
  readonly family: string;
  readonly trustModel: string;
  readonly payload: string;
}
const catalog = new URL('../../../src/protocol/catalog.json', import.meta.url);
const { algorithms } = JSON.parse(readFileSync(catalog, 'utf8')) as {
  algorithms: Row[];
};
const local = algorithms.filter(({ trustModel }) => trustModel === 'local');
const isNoisy = ({ family, payload }: Row) => family === 'multi-armed' && payload !== 'bit';
const others = local
  .filter((row) => row.family !== 'multi-armed' || isNoisy(row))
  .map((row) => ({ ...row, entry: isNoisy(row) ? 'ldp-bandits/noise' : ENTRIES[row.family] }));

const optionsOf = (type: string) => ({
  endpoint: 'https://example.com/',
  experiment: 'posters',
  algorithm: { type } as AlgorithmSpec<'ldp-thompson'>,
  privacy: { epsilon: 1, epsilonTotal: 8 },
  fetch: () => Promise.reject(new TypeError('no network')),
});

/** Not that of client-support.ts, which imports every family. */
const failure = (opened: Promise<unknown>): Promise<unknown> =>
  opened.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

// First: nothing has named a family yet, and a family that was named stays.
describe('before a family is imported', () => {
  test.each(others)('$id is refused with the line that imports it', async ({ id, entry }) => {
    const error = (await failure(createBandit(optionsOf(id)))) as LdpError;
    expect(error).toMatchObject(badArgument('algorithm.type'));
    expect(error.message).toContain(`import { createBandit } from '${entry}'`);
  });

  test.each(others)('$id is refused by the entry of arms', async ({ id, entry }) => {
    const error = (await failure(createOfArms(optionsOf(id)))) as LdpError;
    expect(error).toMatchObject(badArgument('algorithm.type'));
    expect(error.message).toContain(
      `createBandit of '${entry === 'ldp-bandits/noise' ? entry : 'ldp-bandits'}'`,
    );
  });

  test.each(['ucb1', 'tsallis-inf', 'weighed-ldp-ucb-laplace'])(
    '%s, which no page has, is not said to be in an entry',
    async (id) => {
      for (const create of [createBandit, createOfArms]) {
        const error = (await failure(create(optionsOf(id) as never))) as LdpError;
        expect(error).toMatchObject(badArgument('algorithm.type'));
        expect(error.message).not.toContain('/noise');
      }
    },
  );
});

test('best arms with noise are refused with the line that imports it, and open after it', async () => {
  const entry = await import('ldp-bandits/best-arm');
  const options = {
    ...optionsOf('ldp-kl-lucb'),
    algorithm: { type: 'ldp-kl-lucb', arms: 3, mechanism: 'laplace' },
  } as const;
  const error = (await failure(entry.createBandit(options))) as LdpError;
  expect(error).toMatchObject(badArgument('algorithm.mechanism'));
  expect(error.message).toContain("import 'ldp-bandits/noise'");
  await import('ldp-bandits/noise');
  const bandit = await entry.createBandit({ ...options, onError: () => {} });
  expect([0, 1, 2]).toContain(bandit.choose().action);
});

describe('the line that is named', () => {
  test.each(others)('has $id', async ({ id, entry }) => {
    const named = await import(entry as string);
    for (const create of [named.createBandit, createBandit]) {
      const { message } = (await failure(create(optionsOf(id)))) as LdpError;
      expect(message).toMatch(/^algorithm\.(?!type)/); // what the family asks for
    }
  });

  test.each(['ldp-bandits/contexts', 'ldp-bandits/slates', 'ldp-bandits/points'])(
    '%s alone has no arms, and says where they are',
    async (name) => {
      const entry = await import(name);
      const options = {
        ...optionsOf('ldp-thompson'),
        algorithm: { type: 'ldp-thompson', arms: 3 },
      };
      const error = (await failure(entry.createBandit(options))) as LdpError;
      expect(error).toMatchObject(badArgument('algorithm.type'));
      expect(error.message).toContain("import { createBandit } from 'ldp-bandits'");
    },
  );
});
