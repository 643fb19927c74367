/** What the collector knows of convex experiments beside their learner. */
import type { ConvexExperiment } from '../internal/validate-convex.js';
import { digest } from './digest.js';

/** A snapshot of the convex family: what the core's `ConvexSnapshot` is. What it has not is empty. */
export interface ConvexPublishable {
  readonly id: number;
  readonly reports: number;
  readonly point: Float64Array;
  /** 0: there is a shape, or there are points. */
  readonly radius: number;
  /** Row by row. */
  readonly shape: Float64Array;
  readonly points: Float64Array;
  readonly weights: Float64Array;
  readonly answer: Float64Array;
  readonly slope: Float64Array;
  /** An upper triangle, row by row. */
  readonly curvature: Float64Array;
}

/** A field of a snapshot that is left out where it is empty. */
export function listed(name: string, values: Float64Array) {
  return values.length > 0 ? { [name]: Array.from(values) } : {};
}

/** What a snapshot says as JSON. */
export function convexFields(snapshot: ConvexPublishable) {
  const { radius, answer, slope, curvature } = snapshot;
  return {
    ...listed('point', snapshot.point),
    ...(radius > 0 ? { radius } : {}),
    ...listed('shape', snapshot.shape),
    ...listed('points', snapshot.points),
    ...listed('weights', snapshot.weights),
    answer: Array.from(answer),
    ...(slope.length > 0
      ? { surface: { slope: Array.from(slope), curvature: Array.from(curvature) } }
      : {}),
  };
}

/** What a number of the sums says: of which losses, in which unit; and which way its direction lies. */
export function convexSchemaOf(experiment: ConvexExperiment): string {
  const { algorithm, payload, set, epsilon, delta, feedback } = experiment;
  const kind = payload === 'gaussian' ? `${payload} delta=${delta}` : payload;
  const { lossLow, lossHigh, lipschitz } = experiment;
  const losses =
    algorithm === 'ldp-two-point' ? `${feedback} ${lipschitz}` : `${lossLow},${lossHigh}`;
  const name = digest(new TextEncoder().encode(JSON.stringify(set)));
  return `convex/1 ${algorithm} ${kind} epsilon=${epsilon} losses=${losses} set=${name}`;
}
