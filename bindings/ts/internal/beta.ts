// The beta law: quantiles of a mean that lies between two known ends.

/** Lanczos, g = 7. */
const kLanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
const kLogRoot = Math.log(2 * Math.PI) / 2;
const kPrecision = 1e-14;
const kMostTerms = 100_000;

/** ln of the gamma function, for x > 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const below = x - 1;
  let series = kLanczos[0] as number;
  for (let i = 1; i < kLanczos.length; i += 1) series += (kLanczos[i] as number) / (below + i);
  const t = below + 7.5;
  return kLogRoot + (below + 0.5) * Math.log(t) - t + Math.log(series);
}

/** The continued fraction of the incomplete beta function, by Lentz. */
function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < kMostTerms; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < kPrecision) break;
  }
  return value;
}

/** Not 0: it is divided by. */
const away = (x: number) => (Math.abs(x) < 1e-300 ? 1e-300 : x);

/** The point below which a beta law has the probability p. A parameter of 0 puts all of it at one end. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(a > 0)) return 0;
  if (!(b > 0)) return 1;
  const constant = logGamma(a + b) - logGamma(a) - logGamma(b);
  const below = (x: number) => {
    const front = Math.exp(constant + a * Math.log(x) + b * Math.log1p(-x));
    return x < (a + 1) / (a + b + 2)
      ? (front * fraction(x, a, b)) / a
      : 1 - (front * fraction(1 - x, b, a)) / b;
  };
  let low = 0;
  let high = 1;
  while (high - low > 1e-15 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (below(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
