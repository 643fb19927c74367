// A collector that fails and comes back, and pages that show an option meanwhile.
import { vi } from 'vitest';
import {
  CLEAR,
  collector,
  disk,
  type Opened,
  page,
  visit,
  visitAgain,
} from './client-page-support.js';
import { elapse, SNAPSHOT, settle } from './client-support.js';

export const drops: (() => void)[] = [];
/** No answer, until the connection is dropped. */
export const never = () =>
  new Promise<Response>((_, reject) => {
    drops.push(() => reject(new TypeError('Failed to fetch')));
  });
export function mend(): void {
  network.fault = undefined;
  for (const drop of drops.splice(0)) drop();
}
export const html = () =>
  new Response('<!doctype html><title>Sign in</title>', {
    headers: { 'content-type': 'text/html' },
  });

export type Answer = (request: Request) => Promise<Response>;
/** `fault`: what the collector does in place of answering; undefined: it answers. */
export const network: { fault: Answer | undefined } = { fault: undefined };
/** Of the collector of this test: bandits of tests before it may still be sending. */
export function fetchOfTest(): Answer {
  const { fetch: answer } = collector;
  return (request) => (network.fault ?? answer)(request);
}

/** The collector answers again: what was shown early gets its number, which takes the disk some turns. */
export async function comeBack(): Promise<void> {
  mend();
  await elapse(2_000);
  for (let tries = 0; tries < 500; tries++) {
    if ((await disk('ldp-bandits')).every((row) => row['early'] === undefined)) return;
    await settle();
  }
}

/** Resolves with the bandit and the time of the clock that it took to come. */
export async function timed(creating: Promise<Opened>): Promise<{ bandit: Opened; ms: number }> {
  const begin = Date.now();
  let ms: number | undefined;
  const opened = creating.finally(() => {
    ms = Date.now() - begin;
  });
  for (let waited = 0; ms === undefined && waited < 3_000; waited += 100) {
    await settle();
    if (ms === undefined) await vi.advanceTimersByTimeAsync(100);
  }
  return { bandit: await opened, ms: ms as unknown as number };
}

export const open = (visiting = visitAgain, options: Parameters<typeof visit>[0] = {}) =>
  timed(visiting({ ...CLEAR, fetch: fetchOfTest(), ...options }));

/** A visit while all is well, which keeps manifest and snapshot. */
export async function visitBefore(snapshot: object = SNAPSHOT): Promise<void> {
  network.fault = undefined;
  collector.snapshot = snapshot;
  await visit({ ...CLEAR, fetch: fetchOfTest() });
  await settle();
  page.leave();
}

/** A budget that does not end, and reports that leave at once. */
export const RICH = {
  ...CLEAR,
  privacy: { epsilon: 16, epsilonTotal: 1e6 },
  maxDelayMs: 0,
} as const;
