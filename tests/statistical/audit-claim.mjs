// One claim, audited: samples are taken, every comparison bounded, the largest bound held against the
// claim, and the auditor itself held against a pair of equal inputs, where any loss it reports is false.

import { alternating, constant } from './claims.mjs';
import { empiricalLoss } from './empirical-loss.mjs';
import {
  kPairFamilies,
  kReportFamilies,
  kVectorFamilies,
  kVectorPairFamilies,
} from './event-families.mjs';

/** Printed: the confidence a reader is given. Deciding: so small that a false alarm is not a nuisance. */
export const kPrintedAlpha = 1e-3;
export const kDecidingAlpha = 1e-6;

/** Neighbouring inputs of the audit; pairs of reports differ in the second input only. */
function comparisonsOf({ inputs: [low, high], outside: [below, above] }) {
  return [
    {
      label: `${low} against ${high}`,
      inputs: [constant(low), constant(high)],
      families: kReportFamilies,
    },
    {
      label: `${low},${low} against ${low},${high}`,
      inputs: [constant(low), alternating(low, high)],
      families: kPairFamilies,
    },
    {
      label: `${below} against ${above} (outside the range)`,
      inputs: [constant(below), constant(above)],
      families: kReportFamilies,
    },
    {
      label: `no answer against ${high}`,
      inputs: [constant(undefined), constant(high)],
      families: kReportFamilies,
    },
  ];
}

/**
 * Inputs between which nothing may differ: each is the other, or is what silence stands for. The first
 * input of a claim is the neutral one, `silence` its absence.
 */
export const kNulls = [
  { label: 'equal answers', inputs: ({ inputs: [, high] }) => [high, high] },
  {
    label: 'no answer against the neutral one',
    inputs: ({ inputs: [low], silence }) => [silence, low],
  },
];

/** A claim about vectors has comparisons of its own, each with the number that a vector is judged by. */
export const comparisonsFor = (claim) => claim.comparisons ?? comparisonsOf(claim);

/** Bounds computed for one claim: every family in both directions, on each comparison (Bonferroni). */
export function boundsComputed(comparisons) {
  return comparisons.reduce((sum, { families }) => sum + 2 * families.length, 0);
}

const isOwn = ({ project }) => project !== undefined;
/** The constant low input serves two comparisons: Bonferroni needs no independence between them. */
const keyOf = (inputOf) => `${inputOf(0)},${inputOf(1)}`;
const countOf = (reports, choosing) => reports + Math.round(choosing * reports);

/** @returns {number} reports that boundClaim() draws without `enough` */
export function drawsOf(claim, reports, choosing) {
  const comparisons = comparisonsFor(claim);
  const shared = comparisons.filter((comparison) => !isOwn(comparison));
  const inputs = new Set(shared.flatMap(({ inputs: pair }) => pair.map(keyOf))).size;
  return (inputs + 2 * comparisons.filter(isOwn).length) * countOf(reports, choosing);
}

/** @typedef {Omit<import('./empirical-loss.mjs').Found, 'bounds'> &
 *   {printed: number, deciding: number, tests: number, comparison?: string}} Bound
 *   `printed`, `deciding`: lower bounds on the loss, wrong with probability at most kPrintedAlpha and kDecidingAlpha;
 *   `tests`: over how many bounds these were divided */

const asBound = ({ bounds: [printed, deciding], ...where }, tests) => ({
  ...{ printed, deciding, tests },
  ...where,
});

/**
 * @param {import('./claims.mjs').Claim} claim
 * @param {(claim: object, inputOf: (index: number) => unknown, count: number, project?: Function) => Promise<object>} sample
 * @param {number} reports judged per input: even
 * @param {{enough?: number, choosing?: number}} [options] with `enough`, later comparisons are left out once the
 *   deciding bound is above it; `choosing`: reports that go into the choice of the event, for each that is judged
 * @returns {Promise<Bound>}
 */
export async function boundClaim(
  claim,
  sample,
  reports,
  { enough = Number.POSITIVE_INFINITY, choosing = 1 } = {},
) {
  const comparisons = comparisonsFor(claim);
  const tests = boundsComputed(comparisons);
  const alphas = [kPrintedAlpha / tests, kDecidingAlpha / tests];
  const count = countOf(reports, choosing);
  const taken = new Map();
  const samplesOf = async (inputOf, project) => {
    if (project) return sample(claim, inputOf, count, project);
    const key = keyOf(inputOf);
    if (!taken.has(key)) taken.set(key, await sample(claim, inputOf, count));
    return taken.get(key);
  };
  let largest;
  for (const { label, inputs, families, project } of comparisons) {
    if (largest?.bounds[1] > enough) break;
    const samples = [await samplesOf(inputs[0], project), await samplesOf(inputs[1], project)];
    const found = empiricalLoss(families, samples, claim, alphas, reports);
    if (!largest || found.bounds[0] > largest.bounds[0]) largest = { ...found, comparison: label };
  }
  return asBound(largest, tests);
}

/**
 * The null controls: the true loss is 0, so a positive bound is the auditor's own mistake, or silence that
 * can be told from an answer.
 *
 * @returns {Promise<Bound>}
 */
export async function boundNull(claim, nulls, sample, reports) {
  const families = claim.project
    ? [...kVectorFamilies, ...kVectorPairFamilies]
    : [...kReportFamilies, ...kPairFamilies];
  const tests = 2 * families.length;
  const alphas = [kPrintedAlpha, kDecidingAlpha].map((alpha) => alpha / tests);
  const [left, right] = nulls.inputs(claim);
  const samples = [
    await sample(claim, constant(left), 2 * reports, claim.project),
    await sample(claim, constant(right), 2 * reports, claim.project),
  ];
  return asBound(empiricalLoss(families, samples, claim, alphas, reports), tests);
}

/**
 * A claim is refuted by a bound above it at kDecidingAlpha, or by bounds above it at kPrintedAlpha in two
 * independent samples. For a correct mechanism both together happen with probability at most
 * kDecidingAlpha + kPrintedAlpha^2.
 *
 * @param {() => Promise<{printed: number, deciding: number}>} bound draws a fresh sample at each call
 */
export async function judge(claimed, bound) {
  const first = await bound();
  if (first.deciding > claimed) return { ...first, refuted: true };
  if (first.printed <= claimed) return { ...first, refuted: false };
  const second = await bound();
  return { ...second, refuted: second.printed > claimed, repeated: true };
}

export const kFalseAlarm = kDecidingAlpha + kPrintedAlpha ** 2;
