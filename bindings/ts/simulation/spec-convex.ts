// The runs of a convex world: who looks for the best point, and from what.
import { convexCatalog as catalog } from '../generated/catalog-convex.js';
import { invalid } from './fields.js';
import { isPrivate, type RunFields, readScalarRun, withScalarStandards } from './spec-family.js';
import type { ConvexEnvironment, ConvexPolicySpec, PolicySpec, RunSpec } from './spec-types.js';

/** Set by the environment, or of pages only. */
const rows = { catalog, notHere: ['set', 'neutral'] };
const kOfComparisons = { lipschitz: 'the sizes of losses', curvature: 'how losses curve' } as const;

export function readConvexRun(
  label: string,
  fields: RunFields,
  path: string,
  environment: ConvexEnvironment,
): RunSpec {
  const read = readScalarRun(fields, path, rows);
  checkFeedback(read.policy as ConvexPolicySpec, `${path}.policy`, environment);
  return { label, ...read };
}

/** With every default written out. Takes a policy that was read. */
export function convexPolicyWithDefaults(
  policy: PolicySpec,
  environment: ConvexEnvironment,
  horizon: number,
): PolicySpec {
  const isComparison = environment.loss === 'preference';
  return withScalarStandards(policy, rows, {
    // The range of the losses follows from the world where it is not given.
    lossLow: undefined,
    lossHigh: undefined,
    ...(!isPrivate(rows, policy) && { horizon }),
    feedback: isComparison ? 'comparison' : 'losses',
    ...(!isComparison && { distance: undefined }),
  });
}

/** The parameters that the rules below ask about. */
interface Known {
  readonly type: string;
  readonly feedback?: string;
  readonly distance?: number;
  readonly losses?: string;
  readonly lipschitz?: number;
  readonly curvature?: number;
}

function checkFeedback(policy: Known, path: string, { loss }: ConvexEnvironment): void {
  const isComparison = loss === 'preference';
  if (isComparison && policy.type !== 'ldp-two-point' && policy.type !== 'two-point') {
    throw invalid(
      `${path}.type`,
      'must be ldp-two-point or two-point: visitors of this world compare two points',
    );
  }
  const expected = isComparison ? 'comparison' : 'losses';
  if (policy.feedback !== undefined && policy.feedback !== expected) {
    throw invalid(`${path}.feedback`, `must be absent or ${expected} in a world of ${loss} losses`);
  }
  if (!isComparison) {
    if (policy.distance === undefined) return;
    throw invalid(`${path}.distance`, 'must be absent: only comparisons have one');
  }
  if (policy.losses === 'strongly-convex') {
    throw invalid(`${path}.losses`, 'must be convex: comparisons say nothing of how losses curve');
  }
  for (const [name, what] of Object.entries(kOfComparisons)) {
    if (policy[name as keyof typeof kOfComparisons] === undefined) continue;
    throw invalid(`${path}.${name}`, `must be absent: comparisons say nothing of ${what}`);
  }
}
