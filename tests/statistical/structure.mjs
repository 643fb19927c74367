// What sampling cannot see: a good pseudo-random generator with a short seed looks like the real thing.
// So the client is watched while it draws: how many bytes it takes from the platform's generator, and
// whether what it releases depends on them and on nothing else.

import { createCipheriv } from 'node:crypto';
import { sampleClient } from './sample-client.mjs';

const kDecisions = 4000;

/**
 * Fewest 64-bit words of a decision: two of the identifier, then, for an answer and for silence, one
 * coin each; or U, its race, V and the sign; or these, the race that accepts them and the rounding; or the coin of
 * a window, two places and the rounding; or the coin of a codebook and two ranks. Of a
 * vector, a word for two numbers of a direction, and two coins; or for each number what noise takes. Of a
 * slate one more where the device draws the arm, and of a point where it draws the direction.
 */
const kWords = {
  'convert-to-Bernoulli': 2 + 2,
  'discrete Laplace': 2 + 2 * 4,
  'discrete Gaussian': 2 + 2 * 6,
  window: 2 + 1 + 2 * 4,
  'l2 ball': 2 + 2 * (5 + 2),
  moment: 2 + 2 * (2 + 2),
  'moment, codebook': 2 + 2 * 3,
  'Gram matrix': 2 + 2 * 9 * 5,
  'bit, arm drawn': 2 + 1 + 2,
  'Laplace, all arms': 2 + 2 * 3 * 4,
  'score, l2 ball': 2 + 2 * (5 + 2),
  'comparison, bit': 2 + 1 + 2,
  'one point, laplace': 2 + 1 + 2 * 4,
};

/** The platform's generator, whatever it is at the time of the call. */
const platform = (view) => Crypto.prototype.getRandomValues.call(crypto, view);

/** A generator that the auditor knows: AES-128 in counter mode, so that two runs can be given the same. */
function known(key) {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, key), Buffer.alloc(16));
  return (view) => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    bytes.set(cipher.update(Buffer.alloc(bytes.length)));
    return view;
  };
}

/**
 * Runs `body` in a page whose generator is `source`, whose clocks stand still and whose Math.random
 * throws: a generator seeded from a clock repeats itself there, and one seeded from Math.random dies.
 */
async function inPage(source, body) {
  const saved = { random: Math.random, now: Date.now, ticks: performance.now };
  const moment = Date.now();
  let bytes = 0;
  crypto.getRandomValues = (view) => {
    bytes += view.byteLength;
    return source(view);
  };
  Math.random = () => {
    throw new Error('Math.random was called');
  };
  Date.now = () => moment;
  performance.now = () => 0;
  try {
    return { sample: await body(), bytes };
  } finally {
    delete crypto.getRandomValues;
    Math.random = saved.random;
    Date.now = saved.now;
    performance.now = saved.ticks;
  }
}

/**
 * @param {{createBandit: Function, wasm: Uint8Array}} client `wasm` is instantiated anew for each run
 * @param {import('./claims.mjs').Claim} claim
 * @returns {Promise<string[]>} what is wrong; empty for a client that draws all its noise from the platform
 */
export async function structuralFaults(client, claim) {
  const run = (source) =>
    inPage(source, () =>
      sampleClient(client, claim, () => claim.inputs[1], kDecisions, claim.project),
    );
  const first = await run(platform);
  const second = await run(platform);
  const same = (a, b) => a.values.every((value, index) => value === b.values[index]);

  const faults = [];
  const needed = 8 * kWords[claim.mechanism] * kDecisions;
  if (first.bytes < needed) {
    faults.push(`${first.bytes} bytes taken for reports that need at least ${needed}`);
  }
  if (same(first.sample, second.sample)) {
    faults.push('two fresh instances released the same reports');
  }
  const repeats = [await run(known(1)), await run(known(1))];
  if (!same(repeats[0].sample, repeats[1].sample)) {
    faults.push('the same bytes from the platform gave different reports: there is another source');
  }
  return faults;
}
