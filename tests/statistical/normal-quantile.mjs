// The quantile of the standard normal law, by Newton's method on a tail that keeps its relative accuracy.

/** e^{x^2/2} P(Z > x) for x >= 0, by the continued fraction of Laplace from 2 on and by its series below. */
function scaledTail(x) {
  if (x >= 2) {
    let tail = x;
    for (let n = 120; n >= 1; --n) tail = x + n / tail;
    return 1 / (tail * Math.sqrt(2 * Math.PI));
  }
  let odd = x; // x^{2n+1}/(2n+1)!!
  let sum = 0;
  for (let n = 1; n <= 60; ++n) {
    sum += odd;
    odd *= (x * x) / (2 * n + 1);
  }
  return Math.exp((x * x) / 2) / 2 - sum / Math.sqrt(2 * Math.PI);
}

/**
 * @param {number} p in [0, 1]
 * @returns {number} x with P(Z <= x) = p; relative error of the tail below 1e-12
 */
export function normalQuantile(p) {
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  if (tail === 0) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  let x = 0;
  // ln P(Z > x) is concave and falls: after the first step the root is approached from the right.
  for (let step = 1; Math.abs(step) > 1e-14 * (1 + x); ) {
    const scaled = scaledTail(x);
    step = (Math.log(scaled / tail) - (x * x) / 2) * scaled * Math.sqrt(2 * Math.PI);
    x += step;
  }
  return p < 0.5 ? -x : x;
}
