// A page of the package before a collector, and a source of random words that makes it draw the most extreme
// noise: the honest report that a forged one is measured by.
import { webcrypto } from 'node:crypto';
import { type AlgorithmSpec, type Bandit, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import type { Collector } from 'ldp-bandits/server';
import { EPSILON, isSlates, isVector, type Row, slug } from './server-attacks-rows.js';
import { ORIGIN } from './server-support.js';

const FEATURES = [
  [0.6, 0.8, 0],
  [0, 0.6, -0.8],
  [-0.8, 0, 0.6],
];

export interface Page extends AsyncDisposable {
  /** One visit with this feedback, and its report: a body that is on its way to the collector. */
  visit(feedback: number): Promise<string>;
  /** Sends what is on its way. How many reports the collector took, and how many it refused. */
  flush(): Promise<{ readonly accepted: number; readonly rejected: number }>;
  refresh(): Promise<unknown>;
}

export async function openPage(row: Row, collector: Collector): Promise<Page> {
  const { algorithm } = row;
  const delta = (algorithm['delta'] as number | undefined) ?? 0;
  const bandit: Bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: slug(row),
    algorithm: algorithm as unknown as AlgorithmSpec,
    privacy: {
      epsilon: EPSILON,
      epsilonTotal: 1e6,
      ...(delta > 0 ? { delta, deltaTotal: 1 } : {}),
    },
    ledger: memoryLedger(),
    fetch: collector.fetch,
  });
  const choose = (isVector(row) ? () => bandit.choose(FEATURES as never) : bandit.choose) as () => {
    reward(feedback: unknown): ReturnType<ReturnType<Bandit['choose']>['reward']>;
  };
  return {
    async visit(feedback) {
      const outcome = await choose.call(bandit).reward(answerOf(row, feedback));
      if (outcome.status !== 'queued') throw new Error(`it was withheld: ${outcome.reason}`);
      return new TextDecoder().decode(outcome.report.body);
    },
    flush: () => bandit.flush(),
    refresh: () => bandit.refresh(),
    [Symbol.asyncDispose]: () => bandit[Symbol.asyncDispose](),
  };
}

/** A feedback in the form that the algorithm asks for. */
function answerOf(row: Row, feedback: number): unknown {
  if (isSlates(row)) return [feedback, feedback];
  return row.algorithm.type === 'ldp-two-point' ? [feedback, 1 - feedback] : feedback;
}

/** Clean words, one after the other, before a word that stops the samplers. */
const RUNS = {
  // The noise counts every other word of a run: far beyond 45 scales.
  laplace: [300],
  // A short run makes a proposal of about 11 deviations, which the long one behind it accepts.
  gaussian: [26, 900],
} as const;

/**
 * Words of 0 or 794 modulo 795, the length of the window at epsilon 1, below 2^63 and hence in the window: its first
 * and its last place.
 */
export function windowWords(): Pick<Crypto, 'getRandomValues' | 'subtle'> {
  return {
    subtle: crypto.subtle,
    getRandomValues<T extends ArrayBufferView | null>(view: T): T {
      const bytes = view as unknown as Uint8Array;
      webcrypto.getRandomValues(bytes);
      const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let i = 0; i + 8 <= bytes.byteLength; i += 8) {
        const random = words.getBigUint64(i, true) >> 1n;
        const place = random & 1n ? 794n : 0n;
        words.setBigUint64(i, random - (random % 795n) + place, true);
      }
      return view;
    },
  };
}

/**
 * Words that take every coin of the samplers (src/random) to its rare side: even ones, and no multiples of three,
 * go on; odd ones stop. Two odd ones in a row make the noise negative. What else is drawn from them is random.
 */
export function extremeWords(kind: keyof typeof RUNS): Pick<Crypto, 'getRandomValues' | 'subtle'> {
  const runs = RUNS[kind];
  let [at, run, left, odd]: [number, number, number, number] = [0, 0, runs[0], 1];
  const isClean = () => {
    if (left-- > 0) return true;
    if (--odd > 0) return false;
    run = (run + 1) % runs.length;
    left = runs[run] as number;
    odd = 1 + ((++at >> 1) % 2);
    return false;
  };
  return {
    subtle: crypto.subtle,
    getRandomValues<T extends ArrayBufferView | null>(view: T): T {
      const bytes = view as unknown as Uint8Array;
      webcrypto.getRandomValues(bytes);
      const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let i = 0; i + 8 <= bytes.byteLength; i += 8) {
        const even = words.getBigUint64(i, true) & ~1n & ~(1n << 63n);
        const clean = even % 3n === 0n ? even + 2n : even;
        words.setBigUint64(i, isClean() ? clean : even + 1n, true);
      }
      return view;
    },
  };
}
