// UCB1 on Bernoulli arms as a careful JavaScript programmer would write it by hand: flat typed arrays, no allocation in the
// loop, one logarithm and one root a round, widths kept as 1/sqrt(2 N), a generator made of 32-bit operations. It does the
// same work as the library's simulation: same index, ties broken uniformly at random, pseudo-regret summed every round and
// recorded at the same times. The generators differ (sfc32 here, Philox4x32-10 there), each the faster choice on its side;
// both pass BigCrush.

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
    c = ((c << 21) | (c >>> 11)) + result;
    c |= 0;
    return result >>> 0;
  };
  for (let i = 0; i < 15; i += 1) next();
  return next;
}

/**
 * Plays UCB1 with L(t) = 4 ln t, index mean + sqrt(L(t) / (2 N)), for the last of `times` rounds.
 * @param {Float64Array} means mean reward of every arm, in [0, 1]
 * @param {Float64Array} times increasing rounds at which the pseudo-regret is recorded
 * @param {number} seed 32 bits
 * @returns {Float64Array} pseudo-regret at `times`
 */
export function ucb1TypedArrays(means, times, seed) {
  const arms = means.length;
  const best = Math.max(...means);
  const gap = Float64Array.from(means, (mean) => best - mean);
  const threshold = Float64Array.from(means, (mean) => mean * 2 ** 32);
  const count = new Int32Array(arms);
  const total = new Int32Array(arms);
  const mean = new Float64Array(arms);
  const width = new Float64Array(arms).fill(Number.POSITIVE_INFINITY);
  const recorded = new Float64Array(times.length);
  const next = sfc32(seed);
  const horizon = times[times.length - 1];
  let regret = 0;
  let at = 0;
  for (let t = 1; t <= horizon; t += 1) {
    // At t = 1 the scale is 0 and infinity times 0 is not a number; every width is infinite then, so any scale will do.
    const scale = t === 1 ? 1 : Math.sqrt(4 * Math.log(t));
    let highest = mean[0] + width[0] * scale;
    let arm = 0;
    let ties = 1;
    for (let a = 1; a < arms; a += 1) {
      const index = mean[a] + width[a] * scale;
      if (index > highest) {
        highest = index;
        arm = a;
        ties = 1;
      } else if (index === highest) {
        ties += 1;
        if (next() * ties < 2 ** 32) arm = a;
      }
    }
    const reward = next() < threshold[arm] ? 1 : 0;
    const n = count[arm] + 1;
    count[arm] = n;
    total[arm] += reward;
    mean[arm] = total[arm] / n;
    width[arm] = 1 / Math.sqrt(2 * n);
    regret += gap[arm];
    if (t === times[at]) {
      recorded[at] = regret;
      at += 1;
    }
  }
  return recorded;
}
