// An error about terms that differ names the field, the page's value, the collector's, and what to do; one about an
// answer that is malformed the field, what is there, and what is allowed. For every term of every algorithm, and every
// field of manifest and snapshot.
import { type AlgorithmSpec, createBandit, LdpError, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { catalog } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { failure } from './client-support.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Fields = Record<string, Json>;

const SETS: Readonly<Record<string, object>> = {
  combinatorial: { set: { type: 'partition', groups: [0, 0, 1, 1], most: [1, 1], choose: 2 } },
  convex: { set: { type: 'box', low: [0, 2], high: [1, 30] } },
};
/** What an algorithm needs beside what its family does. */
const NEEDS: Readonly<Record<string, object>> = {
  'ldp-two-point': { feedback: 'comparison' },
  'ldp-one-point': { lipschitz: 1 },
  'ldp-stochastic-convex': { set: { type: 'box', low: [0], high: [1] } },
  'ldp-duel': { maximumPulls: 10_000 },
};
const NUMBERS: Readonly<Record<string, Json>> = { arms: 3, dimension: 3, epsilonMin: 1 };

const local = catalog.filter(({ trustModel }) => trustModel === 'local');

/** A spec with what is required. */
function specOf({ id, family, parameters }: (typeof local)[number]): AlgorithmSpec {
  const required = parameters.flatMap(({ name, optional, ...range }) => {
    if (optional || name === 'set') return [];
    return [[name, NUMBERS[name] ?? ('maximum' in range ? range.maximum : undefined)]];
  });
  return { type: id, ...Object.fromEntries(required), ...SETS[family], ...NEEDS[id] } as never;
}

/** What its collector answers. With levels it has no price of its own. */
async function answersOf(
  algorithm: AlgorithmSpec,
): Promise<{ manifest: Fields; snapshot: Fields; delta: number }> {
  const delta = { ...algorithm, delta: undefined as number | undefined }.delta ?? 0;
  const own = { learner: () => [1, 0, 0] };
  const levels = 'levels' in algorithm ? algorithm.levels : undefined;
  const posters = { algorithm, perReport: { epsilon: levels?.at(-1) ?? 1 } };
  const collector = await createCollector({
    store: memoryStore(),
    experiments: { posters: { ...posters, ...(algorithm.type === 'one-point-reduction' && own) } },
  });
  const read = async (path: string) =>
    (await collector.fetch(new Request(`https://collector.example/${path}`))).json();
  const manifest = await read('posters');
  const snapshot = await read('posters/snapshot');
  await collector.dispose();
  return { manifest, snapshot, delta: manifest.perReport.delta || delta };
}

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Another value of the same kind. */
function another(value: Json | undefined): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}-other`;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value.slice(0, -1), another(value.at(-1))];
  if (!isObject(value)) return 7;
  const [[key, first] = ['other', 7]] = Object.entries(value);
  return { ...value, [key]: another(first) };
}

/** Where the two differ, and the values there, as an error has them. */
function leaf(
  place: string,
  here: Json | undefined,
  there: Json | undefined,
): readonly [string, string, string] {
  if (Array.isArray(here) && Array.isArray(there)) {
    const at = here.findIndex((value, i) => JSON.stringify(value) !== JSON.stringify(there[i]));
    return leaf(`${place}[${at}]`, here[at], there[at]);
  }
  if (isObject(here) && isObject(there)) {
    const key = Object.keys(here).find(
      (one) => JSON.stringify(here[one]) !== JSON.stringify(there[one]),
    );
    if (key !== undefined) return leaf(`${place}.${key}`, here[key], there[key]);
  }
  const text = (value: Json | undefined) =>
    value === undefined ? 'missing' : JSON.stringify(value);
  return [place, text(here), text(there)];
}

async function refusal(
  algorithm: AlgorithmSpec,
  delta: number,
  manifest: unknown,
  snapshot: unknown,
) {
  const error = await failure(
    createBandit({
      endpoint: 'https://collector.example/',
      experiment: 'posters',
      algorithm,
      privacy:
        delta === 0 ? { epsilon: 1, epsilonTotal: 8 } : { epsilon: 1, delta, epsilonTotal: 8 },
      ledger: memoryLedger(),
      fetch: async (request: Request) =>
        Response.json(request.url.endsWith('/snapshot') ? snapshot : manifest),
    }),
  );
  if (!LdpError.is(error, 'manifest_mismatch')) throw error;
  return error;
}

/** Of the manifest: another value, and what to do about it. */
const MANIFEST: readonly (readonly [field: string, offered: Json, advice: RegExp])[] = [
  ['protocol', 2, /same version of ldp-bandits/],
  ['experiment', 'others', /Set `endpoint`/],
  ['protects', 'nothing', /Write the same algorithm\.type/],
  ['perReport.epsilon', 2, /Set privacy\.epsilon in createBandit and perReport\.epsilon/],
  ['perReport.delta', 1e-6, /algorithm\.delta/],
  ['timing.responseWindowMs', 9_000, /Lower responseWindowMs in createBandit, or raise timing\./],
  ['timing.maxDelayMs', 5_000, /Lower maxDelayMs in createBandit, or raise timing\./],
  ['timing.closesAfterMs', 1, /same version of ldp-bandits.*proxy/],
  ['timing.snapshotAgeMs', -1, /same version of ldp-bandits.*proxy/],
  ['timing', 'soon', /same version of ldp-bandits.*proxy/],
  ['digest', 'md5-1', /same version of ldp-bandits.*proxy/],
  ['labels', ['a'], /same version of ldp-bandits.*proxy/],
  ['perReport', null, /same version of ldp-bandits.*proxy/],
];

test.each(MANIFEST)(
  '%s of a manifest is named with both values',
  async (field, offered, advice) => {
    const algorithm = { type: 'ldp-thompson', arms: 3 } as const;
    const { manifest, snapshot } = await answersOf(algorithm);
    const [part = '', name] = field.split('.');
    const inner = name === undefined ? offered : { ...(manifest[part] as Fields), [name]: offered };
    const { message } = await refusal(algorithm, 0, { ...manifest, [part]: inner }, snapshot);
    const pinned: Fields = { responseWindowMs: 10_000, maxDelayMs: 30_000 };
    const here = pinned[name ?? ''] ?? (name ? (manifest[part] as Fields)[name] : manifest[part]);
    expect(message).toContain(`${name !== undefined && pinned[name] ? name : field} is `);
    expect(message).toContain(`${JSON.stringify(offered)} at the collector`);
    if (!/same version.*proxy/.test(advice.source) || field === 'protocol')
      expect(message).toContain(`${JSON.stringify(here)} in this page`);
    else expect(message).toMatch(/must be/);
    expect(message).toMatch(advice);
  },
);

test('a page below every level of the menu is told both', async () => {
  const algorithm = { type: 'ldp-thompson', arms: 3, levels: [2, 4] } as const;
  const { manifest, snapshot } = await answersOf(algorithm);
  const { message } = await refusal(algorithm, 0, manifest, snapshot);
  expect(message).toMatch(
    /^privacy\.epsilon is 1 in this page and 2 at the collector\. .*raise privacy\.epsilon/,
  );
});

describe.each(local.map((entry) => [entry.id, entry] as const))('%s', (_id, entry) => {
  const algorithm = specOf(entry);

  test('every term that differs is named with both values', async () => {
    const { manifest, snapshot, delta } = await answersOf(algorithm);
    const terms = manifest['algorithm'] as Fields; // the page's too: with what a codebook may leave to the collector
    const names = new Set([
      ...Object.keys(terms),
      ...entry.parameters.map(({ name }) => name),
      'unheardOf',
    ]);
    for (const name of names) {
      const offered = { ...terms, [name]: another(terms[name]) };
      const error = await refusal(
        terms as never,
        delta,
        { ...manifest, algorithm: offered },
        snapshot,
      );
      const [place, here, there] = leaf(`algorithm.${name}`, terms[name], offered[name]);
      expect([name, error.message]).toEqual([
        name,
        expect.stringContaining(`${place} is ${here} in this page and ${there} at the collector. `),
      ]);
      expect(error.message).toMatch(/Write the same .* in createBandit and in the experiment/);
      expect(error.details['field']).toMatch(/^algorithm\./);
    }
  });

  test('every field of its snapshot that is malformed is named with its value and what to do', async () => {
    const { manifest, snapshot, delta } = await answersOf(algorithm);
    for (const name of [...Object.keys(snapshot), 'unheardOf']) {
      const error = await refusal(algorithm, delta, manifest, { ...snapshot, [name]: 'nonsense' });
      expect([name, error.message]).toEqual([
        name,
        expect.stringMatching(`^snapshot\\.${name}.*"?nonsense"?`),
      ]);
      expect(error.message).toMatch(/at the collector/);
      expect(error.message).toMatch(/same version of ldp-bandits|Set `endpoint`/);
    }
  });
});
