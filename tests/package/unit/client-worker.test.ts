// What a page leaves to its worker: every packet, and for 15 s beyond its time. One sender keeps the
// time, whatever the visitor does.
import type { LdpError } from 'ldp-bandits';
import { beforeEach, expect, test, vi } from 'vitest';
import { CLEAR, collector, type Opened, usePages, visit } from './client-page-support.js';
import { elapse, failure, settle, until } from './client-support.js';
import { badArgument } from './refusals.js';

usePages();

interface Worker {
  postMessage(message: unknown): void;
}
let registration: { active: Worker | null; installing?: Worker };

const register = vi.fn(async () => registration);

beforeEach(() => {
  registration = { active: { postMessage: () => {} } };
  register.mockClear();
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});

const WITH_WORKER = { ...CLEAR, worker: '/ldp-sender.js', responseWindowMs: 10_000, maxDelayMs: 0 };
/** From choose() to the time of its packet: the response window, and 2 s for the disk. */
const DUE_MS = 12_000;

/** Once the worker is there: what registers it is a chunk, which takes real time to load. */
async function visitWithWorker(): Promise<Opened> {
  const bandit = await visit(WITH_WORKER);
  await until(() => register.mock.calls.length > 0);
  await settle();
  return bandit;
}

async function chooseOnce(bandit: Opened): Promise<number> {
  const dueAt = Date.now() + DUE_MS;
  bandit.choose();
  await bandit.budget();
  return dueAt;
}

async function expectNextSent(dueAt: number): Promise<void> {
  const sent = collector.bodies.length;
  await elapse(dueAt + 14_900 - Date.now());
  expect(collector.bodies).toHaveLength(sent);
  await elapse(5_000);
  expect(collector.bodies).toHaveLength(sent + 1);
}

test('is refused for packets that it would not live to send', async () => {
  const error = await failure(visit({ ...WITH_WORKER, responseWindowMs: 600_000 }));
  expect(error).toMatchObject(badArgument('worker'));
  expect((error as LdpError).message).toContain('of at most 53000, not');
});

test('every packet is left to it for 15 s, the second as well', async () => {
  const bandit = await visitWithWorker();
  const first = await chooseOnce(bandit);
  await elapse(20_000);
  const second = await chooseOnce(bandit);
  await expectNextSent(first);
  await expectNextSent(second);
});

test('a packet is left to it for 15 s after dispose() too', async () => {
  const bandit = await visitWithWorker();
  const dueAt = await chooseOnce(bandit);
  await bandit.dispose();
  await expectNextSent(dueAt);
});

test('a new version of its file gets the messages from then on', async () => {
  const messages: Record<'old' | 'fresh', unknown[]> = { old: [], fresh: [] };
  registration.active = { postMessage: (message) => messages.old.push(message) };
  const bandit = await visitWithWorker();
  registration.active = { postMessage: (message) => messages.fresh.push(message) };
  void bandit.choose().reward(1);
  await bandit.budget();
  await settle();
  expect(messages.old).toEqual([]);
  expect(messages.fresh).toMatchObject([{ ldpBandits: 'final' }, { ldpBandits: 'due' }]);
});

test('one that is still being installed is told at once: the page may be gone when it is there', async () => {
  const messages: unknown[] = [];
  const postMessage = (message: unknown) => messages.push(message);
  const installing = { postMessage, state: 'installing', addEventListener: () => {} };
  registration = { active: null, installing };
  const bandit = await visitWithWorker();
  void bandit.choose().reward(1);
  await bandit.budget();
  await settle();
  expect(messages).toMatchObject([{ ldpBandits: 'final' }, { ldpBandits: 'due' }]);
});
