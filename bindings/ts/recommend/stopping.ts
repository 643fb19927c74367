// After how many reports a test stops, if the share of ones among the reports about each variant is what it is
// expected to be. In TypeScript beside bestArmSampleCount, because a page that says what a test will take need not
// load the simulation.
import { invalidArgument, requireNumber, requireOneOf, requireRecord } from '../internal/checks.js';
import type { MenuPopulation } from '../simulation/spec-types.js';

/** zeta(1.1). */
const ZETA = 10.584448464950803;

export interface TestTerms {
  /** Share of visitors who say yes, by variant: 2 to 4,096, each taken into [0, 1]. */
  readonly means: readonly number[];
  /** Of one report, above 0; Infinity: every answer is read in the clear. This, or `population`. */
  readonly epsilon?: number;
  /**
   * Of `ldp-duel` with a menu (`algorithm.levels`): how probable each level is of a report. 1 to 16 levels, each in the
   * range of `epsilon`; probabilities that sum to 1.
   */
  readonly population?: MenuPopulation;
  /** Largest probability of a wrong answer, in (0, 0.5]. */
  readonly errorProbability: number;
  /** Default `ldp-duel`. */
  readonly rule?: 'ldp-duel' | 'ldp-kl-lucb';
}

/**
 * Visitors, one report each, until the rule certifies its answer. Infinity where two variants are equally good: then
 * it never does.
 *
 * `ldp-duel`: the mean of its runs, by the nats that its certificate costs over what a report earns in the duel that
 * earns least, on average over the levels of a menu, with constants fitted to simulations (docs/spec/best-arm.md,
 * section 8), at epochs of {@link advisedEpoch}. Single runs differ: of two variants 10 % take less than a quarter of
 * it and 10 % twice as many, of ten 10 % less than 0.7 of it and 10 % more than 1.4 times as many.
 *
 * `ldp-kl-lucb`: if every estimate is exact. After n reports its bound reaches as far as n kl(p, q) =
 * ln(zeta(1.1) K n^1.1/error). Of two visitors one gets the leader, the other whichever challenger may still be the
 * best; so the challengers' upper bounds come down together, and the test ends at the level q that the leader's
 * lower bound has reached too. Source: Kaufmann and Kalyanakrishnan 2013, Information Complexity in Bandit Subset
 * Selection, section 4, with thresholds that hold at all numbers of reports at once.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`.
 */
export function predictedVisitors(terms: TestTerms): number {
  const { rule, ...world } = readTerms(terms);
  const bits = pooledBits(world);
  const first = bestOf(bits);
  if (first === undefined) return Number.POSITIVE_INFINITY;
  return rule === 'ldp-kl-lucb'
    ? untilKlLucb(bits, first, world.errorProbability)
    : untilDuel(world, bits, first).visitors;
}

/**
 * Reports after which a collector of `ldp-duel` should publish: a fiftieth of {@link predictedVisitors}, but no fewer
 * than close a block, 16 for each variant. Infinity where two variants are equally good.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`.
 */
export function advisedEpoch(terms: TestTerms): number {
  const world = readTerms(terms);
  const bits = pooledBits(world);
  const first = bestOf(bits);
  return first === undefined ? Number.POSITIVE_INFINITY : untilDuel(world, bits, first).epoch;
}

/** What is expected before any visitor: one variant is better than all others, whose mean is the rate, by the gap. */
export const expectedMeans = ({
  options,
  gap,
  rate,
}: {
  readonly options: number;
  readonly gap: number;
  readonly rate: number;
}): readonly number[] => Array.from({ length: options }, (_, i) => (i === 0 ? rate + gap : rate));

/** What was asked, checked. One level is a menu of one. */
interface World {
  readonly means: readonly number[];
  readonly errorProbability: number;
  /** By level: its share of the reports, and the factor tanh(epsilon/2) by which they shrink differences of means. */
  readonly levels: readonly { readonly share: number; readonly theta: number }[];
}

/** Means of what is reported: p = 1/2 + (m - 1/2) theta of a variant that a share m likes. */
const bitsOf = (means: readonly number[], theta: number) =>
  means.map((mean) => 0.5 + (mean - 0.5) * theta);

/** At a level that tells as much as the menu does on average. */
const pooledBits = ({ means, levels }: World) =>
  bitsOf(means, Math.sqrt(levels.reduce((sum, { share, theta }) => sum + share * theta ** 2, 0)));

/** The place of the largest, unless another one is as large. */
function bestOf(bits: readonly number[]): number | undefined {
  const best = Math.max(...bits);
  const first = bits.indexOf(best);
  return bits.some((bit, i) => bit === best && i !== first) ? undefined : first;
}

/** As count_duel in simulation/theory/sample_count.cpp; epochs as {@link advisedEpoch} says. */
function untilDuel(world: World, pooled: readonly number[], first: number) {
  const arms = pooled.length;
  const shares = sharesOf(pooled, first);
  const own = shares[first] as number;
  const rates = new Array<number>(arms).fill(0);
  for (const { share, theta } of world.levels) {
    const bits = bitsOf(world.means, theta);
    const p = bits[first] as number;
    for (const [i, q] of bits.entries()) {
      const other = shares[i] as number;
      const m = (own * p + other * q) / (own + other);
      rates[i] = (rates[i] as number) + share * (own * divergence(p, m) + other * divergence(q, m));
    }
  }
  const rate = Math.min(...rates.filter((_, i) => i !== first));
  const most = Math.max(...shares.filter((_, i) => i !== first));
  const spread = Math.log((1 - own) / most);
  const wait = Math.min(0.57 * spread ** 2, 1.9 + 0.38 * spread);
  const needed = (1.25 - Math.log(world.errorProbability) + wait) / rate;
  const lag = arms === 2 ? 0.5 : 2;
  const epoch = Math.max(needed / (50 - lag), 16 * arms);
  // Below five epochs the formula says too little.
  return { epoch, visitors: Math.max(needed + lag * epoch, 5 * epoch) };
}

/** The shares of the reports, as duel_shares in server/best_arm/duel_shares.cpp for means that are exact. */
function sharesOf(bits: readonly number[], first: number): readonly number[] {
  const arms = bits.length;
  if (arms === 2) return [0.5, 0.5];
  const p = bits[first] as number;
  const hardness = bits.map((q, i) => {
    const middle = Math.min(Math.max((p + q) / 2, 1e-4), 1 - 1e-4);
    return i === first ? 0 : (2 * middle * (1 - middle)) / (p - q) ** 2;
  });
  const hardest = Math.max(...hardness);
  // Of thousands of variants most are often expected to be alike: each is looked at once.
  const alike = new Map<number, number>();
  for (const h of hardness) alike.set(h, (alike.get(h) ?? 0) + 1);
  const kinds = Array.from(alike);
  let [low, high] = [hardest, (1 + Math.sqrt(arms)) * hardest];
  for (let i = 0; i < 60; ++i) {
    const middle = (low + high) / 2;
    const sum = kinds.reduce((all, [h, count]) => all + count * (h / (middle - h)) ** 2, 0);
    if (sum <= 1) high = middle;
    else low = middle;
  }
  const pulls = hardness.map((h, i) => (i === first ? high : (h * high) / (high - h)));
  const all = pulls.reduce((sum, x) => sum + x, 0);
  return pulls.map((x) => (0.9 * x) / all + 0.1 / arms);
}

function untilKlLucb(bits: readonly number[], first: number, errorProbability: number): number {
  const best = bits[first] as number;
  const rest = bits.filter((_, i) => i !== first);
  const second = Math.max(...rest);
  const threshold = (n: number) => Math.log((ZETA * bits.length * n ** 1.1) / errorProbability);
  /** Reports until the bound around p has come as close as q. */
  const until = (p: number, q: number) => {
    const distance = divergence(p, q);
    if (!(distance > 0)) return Number.POSITIVE_INFINITY;
    let n = 1;
    for (let i = 0; i < 60; ++i) {
      const next = Math.max(1, threshold(n) / distance);
      if (next === n) break;
      n = next;
    }
    return n;
  };
  // Of thousands of variants most are often expected to be alike: each share is looked at once.
  const alike = new Map<number, number>();
  for (const p of rest) alike.set(p, (alike.get(p) ?? 0) + 1);
  const challengers = (q: number) =>
    Array.from(alike).reduce((sum, [p, count]) => sum + count * until(p, q), 0);
  // The higher q, the earlier the challengers are done, and the longer the leader needs to get there.
  let [low, high] = [second, best];
  for (let i = 0; i < 60; ++i) {
    const q = (low + high) / 2;
    if (challengers(q) > until(best, q)) low = q;
    else high = q;
  }
  return 2 * challengers(high);
}

function readTerms(terms: unknown): World & { readonly rule: 'ldp-duel' | 'ldp-kl-lucb' } {
  const keys = ['means', 'epsilon', 'population', 'errorProbability', 'rule'];
  const given = requireRecord('terms', terms, keys);
  const { means, epsilon, population } = given;
  if (!Array.isArray(means) || means.length < 2 || means.length > 4096)
    throw invalidArgument('terms.means', means, 'must be a list of 2 to 4096 numbers');
  const rule = requireOneOf('terms.rule', given['rule'] ?? 'ldp-duel', ['ldp-duel', 'ldp-kl-lucb']);
  if (population !== undefined && epsilon !== undefined)
    throw invalidArgument('terms.epsilon', epsilon, 'must be absent where there is a population');
  if (population !== undefined && rule !== 'ldp-duel')
    throw invalidArgument('terms.population', population, 'belongs to ldp-duel');
  return {
    // An estimate may lie beyond what a share can be.
    means: means.map((mean, i) =>
      Math.min(1, Math.max(0, requireNumber(`terms.means[${i}]`, mean))),
    ),
    levels:
      population === undefined
        ? [{ share: 1, theta: readTheta('terms.epsilon', epsilon) }]
        : readPopulation(population),
    rule,
    errorProbability: requireNumber('terms.errorProbability', given['errorProbability'], 1e-9, 0.5),
  };
}

function readTheta(parameter: string, epsilon: unknown): number {
  if (epsilon === Number.POSITIVE_INFINITY) return 1;
  return Math.tanh(requireNumber(parameter, epsilon, 2 ** -10, Number.MAX_VALUE) / 2);
}

function readPopulation(value: unknown): World['levels'] {
  const parameter = 'terms.population';
  const { levels, probabilities } = requireRecord(parameter, value, ['levels', 'probabilities']);
  if (!Array.isArray(levels) || levels.length < 1 || levels.length > 16)
    throw invalidArgument(`${parameter}.levels`, levels, 'must be a list of 1 to 16 numbers');
  if (!Array.isArray(probabilities) || probabilities.length !== levels.length)
    throw invalidArgument(
      `${parameter}.probabilities`,
      probabilities,
      'must be a list with one for each level',
    );
  const menu = levels.map((level, i) => {
    const share = requireNumber(`${parameter}.probabilities[${i}]`, probabilities[i], 0, 1);
    return { share, theta: readTheta(`${parameter}.levels[${i}]`, level) };
  });
  const sum = menu.reduce((all, { share }) => all + share, 0);
  if (Math.abs(sum - 1) > 1e-9)
    throw invalidArgument(`${parameter}.probabilities`, probabilities, 'must sum to 1');
  return menu;
}

/**
 * Relative entropy of a coin p beside a coin q, in nats: p g((q - p)/p) + (1 - p) g((p - q)/(1 - p)), where nothing
 * cancels however close the two are.
 */
export function divergence(p: number, q: number): number {
  const part = (share: number, gap: number) => (share === 0 ? gap : share * excess(gap / share));
  return part(p, q - p) + part(1 - p, p - q);
}

/** g(w) = w - ln(1 + w). */
function excess(w: number): number {
  if (Math.abs(w) > 0.01) return w - Math.log1p(w);
  let series = 1 / 10; // of w^2/2 - w^3/3 + ...: the rest is below 1e-17 of it
  for (let k = 9; k >= 2; --k) series = 1 / k - w * series;
  return w * w * series;
}
