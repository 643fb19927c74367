// UCB1 on Bernoulli arms as a careful JavaScript programmer would write it by hand: flat typed
// arrays, no allocation in the loop, one logarithm and one root a round, widths kept as 1/sqrt(2
// N), a generator made of 32-bit operations. It does the same work as the library's simulation: the
// same index, the arms shuffled for every trial and ties to the lowest position, the plays counted
// and the pseudo-regret computed from them at the same times. The generators differ (sfc32 here,
// Philox4x32-10 there), each the faster choice on its side; both pass BigCrush.

/** Chris Doty-Humphrey's sfc32 (PractRand). Returns 32 uniform bits at a call. */
function sfc32(seed) {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const next = () => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let i = 0; i < 15; i += 1) next();
  return next;
}

function shuffled(values, next) {
  const result = Float64Array.from(values);
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor((next() / 2 ** 32) * (i + 1));
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/**
 * Plays UCB1 with index mean + sqrt(4 ln t / (2 N)) up to the last of `times`.
 * @param {ArrayLike<number>} means mean reward of every arm, in [0, 1]
 * @param {Float64Array} times increasing rounds at which the pseudo-regret is recorded
 * @param {number} seed 32 bits
 * @returns {Float64Array} pseudo-regret at `times`
 */
export function ucb1TypedArrays(means, times, seed) {
  const next = sfc32(seed);
  const truth = shuffled(means, next);
  const arms = truth.length;
  const best = truth.reduce((a, b) => Math.max(a, b));
  const gap = truth.map((mean) => best - mean);
  const threshold = truth.map((mean) => mean * 2 ** 32);
  const count = new Int32Array(arms);
  const total = new Int32Array(arms);
  const mean = new Float64Array(arms).fill(Number.POSITIVE_INFINITY); // never pulled: first of all
  const width = new Float64Array(arms);
  const regret = new Float64Array(times.length);
  const horizon = times[times.length - 1];
  let at = 0;
  for (let t = 1; t <= horizon; t += 1) {
    const scale = Math.sqrt(4 * Math.log(t));
    let highest = mean[0] + width[0] * scale;
    let arm = 0;
    for (let a = 1; a < arms; a += 1) {
      const index = mean[a] + width[a] * scale;
      if (index > highest) {
        highest = index;
        arm = a;
      }
    }
    const n = count[arm] + 1;
    count[arm] = n;
    if (next() < threshold[arm]) total[arm] += 1;
    mean[arm] = total[arm] / n;
    width[arm] = Math.sqrt(0.5 / n);
    if (t === times[at]) {
      for (let a = 0; a < arms; a += 1) regret[at] += count[a] * gap[a];
      at += 1;
    }
  }
  return regret;
}
