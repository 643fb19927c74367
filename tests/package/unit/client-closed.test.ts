// A cache between page and collector, such as a service worker of the site, answers the same snapshot for ever: the device
// loses two reports to a number that is closed, remembers it, and asks for the newest under another address.
import type { LdpError } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test, vi } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  newDisk,
  page,
  usePages,
  type VisitOptions,
  visit,
  visitAgain,
} from './client-page-support.js';
import { elapse, parse, problem, SNAPSHOT, settle, until, withheld } from './client-support.js';

vi.setConfig({ testTimeout: 60_000 });
usePages();

const NOW = { maxDelayMs: 0 };
/** What the collector gives where nothing stands before it. */
let newest = 14;
let asked: string[] = [];
let errors: LdpError[] = [];

/** To a collector behind a cache that has had the answer with number 12 first. */
function cached(): (request: Request) => Promise<Response> {
  const { fetch: answer } = collector;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith('/snapshot')) {
      asked.push(search);
      return Response.json({ ...SNAPSHOT, snapshot: search ? newest : 12 });
    }
    const isPost = request.method === 'POST';
    const { snapshot = 12 } = isPost ? parse(await request.clone().text()) : {};
    const answered = await answer(request);
    return isPost && snapshot === 12 ? problem(409, 'stale_snapshot') : answered;
  };
}

const options = (): VisitOptions => ({
  ...CLEAR,
  ...NOW,
  fetch: cached(),
  onError: (error) => errors.push(error),
});
const causes = () => errors.map(({ details }) => details['cause']).filter(Boolean);

/** A visit that answers once, and stays until that has arrived. */
async function answerOnce(visiting = visitAgain) {
  const bandit = await visiting(options());
  const sent = collector.bodies.length;
  let isKnown = false;
  void bandit
    .choose()
    .reward(1)
    .finally(() => {
      isKnown = true;
    });
  await until(() => isKnown); // the chunk that says what is reported takes real time to load
  await elapse(20_000);
  await until(() => collector.bodies.length > sent);
  await elapse(1_000);
  const { reports } = await bandit.budget();
  page.leave();
  await bandit.dispose();
  return reports;
}

function begin(number = 14): void {
  newest = number;
  asked = [];
  errors = [];
}

test('two reports are lost to the closed number, and every later one is counted', async () => {
  begin();
  expect(await answerOnce(visit)).toBe(1);
  expect(asked.join('')).toBe('');
  expect(await answerOnce()).toBe(2);
  expect(asked.at(-1)).toMatch(/^\?fresh=/);
  for (let visits = 3; visits < 6; visits++) expect(await answerOnce()).toBe(visits);
  const numbers = collector.counted.map(({ snapshot }) => snapshot);
  expect(numbers).toEqual([12, 12, 14, 14, 14]);
  expect(bits().slice(2)).toEqual([1, 1, 1]);
});

test('the page is told what stands before the collector, and once', async () => {
  begin();
  for (let visits = 0; visits < 2; visits++) await answerOnce(visits ? visitAgain : visit);
  errors = [];
  const bandit = await visitAgain(options());
  await elapse(1_000);
  await bandit.refresh();
  await until(() => errors.length > 0);
  await settle();
  expect(causes()).toEqual(['cached']);
  expect(errors[0]?.message).toContain('service worker of this site');
});

test('the other address is the same for all devices, for ten minutes', async () => {
  begin();
  const addresses = [];
  vi.setSystemTime(Date.UTC(2026, 10, 28, 15, 21, 7));
  for (let device = 0; device < 2; device++) {
    newDisk();
    asked = [];
    await answerOnce(visit);
    await answerOnce();
    addresses.push(asked.at(-1));
    vi.setSystemTime(Date.UTC(2026, 10, 28, 15, 27, 48));
  }
  expect(addresses).toEqual(['?fresh=2026-11-28T15:2', '?fresh=2026-11-28T15:2']);
});

describe('where the collector itself gives the closed number', () => {
  test('nothing is spent for it for a day, and the page is told', async () => {
    begin(12);
    await answerOnce(visit);
    await answerOnce();
    errors = [];
    const bandit = await visitAgain(options());
    const outcome = bandit.choose().reward(1);
    await elapse(20_000);
    expect(await outcome).toEqual(withheld('awaiting_snapshot'));
    expect(await bandit.choose().reward(1)).toEqual(withheld('stale_snapshot'));
    expect((await bandit.budget()).reports).toBe(2);
    await until(() => errors.length > 0);
    expect(causes()).toEqual(['closed']);
  });

  test('a collector that was wrong is believed again after a day', async () => {
    begin(12);
    await answerOnce(visit);
    await answerOnce();
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await answerOnce()).toBe(3);
  });
});

test.each([
  ['with the manifest', '?snapshot'],
  ['alone', '/snapshot'],
])(
  'a snapshot that came %s is asked for again if it is the closed one, and for a day: no number marks the device',
  async (_, first) => {
    begin(12);
    await answerOnce(visit);
    await answerOnce();
    collector.isOlder = first === '/snapshot';
    const askedOf = async (snapshot: number) => {
      collector.requests.length = 0;
      collector.snapshot = { ...SNAPSHOT, snapshot };
      const bandit = await visitAgain({ ...options(), fetch: collector.fetch });
      await elapse(1_000);
      page.leave();
      await bandit.dispose();
      const urls = collector.requests.map(({ url }) => url.slice(url.indexOf('/posters') + 8));
      return urls.slice(urls.indexOf(first)).map((url) => url.replace(/(?<=fresh=).*/, ''));
    };
    const again = [first, '/snapshot?fresh='];
    const asked = [await askedOf(11), await askedOf(12), await askedOf(13)];
    expect(asked).toEqual([[first], again, [first]]);
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await askedOf(12)).toEqual([first]);
  },
);

test('a collector takes the other address as the first', async () => {
  const made = await createCollector({
    experiments: {
      posters: { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, perReport: { epsilon: 1 } },
    },
    store: memoryStore(),
  });
  const ask = async (words: string) => {
    const answered = await made.fetch(new Request(`https://c.example/posters/snapshot${words}`));
    return [answered.status, await answered.text()];
  };
  expect(await ask('?fresh=2026-11-28T15:2')).toEqual(await ask(''));
  await made[Symbol.asyncDispose]();
});
