/**
 * Multinomial logistic regression: with which probability each row shows its arm, by numbers of the row
 * (docs/spec/off-policy.md, section 3.7). Without randomness: the same log gives the same fit.
 */

/** Of the squares of the slopes, half of which are added to the loss. Constants are free. */
const kRidge = 1;
const kMostSteps = 500;
/** Of the loss: what the last step may still promise. Slopes are then off by some millionths. */
const kLeft = 1e-13;
/** Of the loss: its rounding. */
const kRounding = 1e-12;
/** Steps that the inverse of the curvature is made of. */
const kMemory = 12;

/** `columns`: centred, of standard deviation 1. `arm`: from 0 to arms - 1, each of them at least once. */
export function softmaxFit(
  columns: readonly Float64Array[],
  arm: Uint32Array,
  arms: number,
): Float64Array {
  const loss = new Loss(columns, arm, arms);
  minimise(loss, loss.start());
  return loss.fitted;
}

/** Minus the logarithm of the likelihood, and the ridge. An arm has a constant and then a slope for each column. */
class Loss {
  readonly #rows: Float64Array;
  readonly #width: number;
  readonly #arm: Uint32Array;
  readonly #arms: number;
  readonly #shares: Float64Array;
  /** Of the last call, the probability of each row's arm. */
  readonly fitted: Float64Array;

  constructor(columns: readonly Float64Array[], arm: Uint32Array, arms: number) {
    this.#width = columns.length + 1;
    this.#arm = arm;
    this.#arms = arms;
    this.#shares = new Float64Array(arms);
    this.fitted = new Float64Array(arm.length);
    this.#rows = new Float64Array(arm.length * this.#width).fill(1);
    columns.forEach((column, place) => {
      column.forEach((x, row) => {
        this.#rows[row * this.#width + place + 1] = x;
      });
    });
  }

  /** Every row has the shares of the arms. */
  start(): Float64Array {
    const counts = new Float64Array(this.#arms);
    for (const arm of this.#arm) counts[arm] = (counts[arm] as number) + 1;
    const point = new Float64Array(this.#arms * this.#width);
    counts.forEach((count, arm) => {
      point[arm * this.#width] = Math.log(count / this.#arm.length);
    });
    return point;
  }

  at(point: Float64Array, gradient: Float64Array): number {
    const width = this.#width;
    let loss = 0;
    point.forEach((x, place) => {
      const slope = place % width === 0 ? 0 : x;
      gradient[place] = kRidge * slope;
      loss += (kRidge * slope * slope) / 2;
    });
    for (let row = 0; row < this.#arm.length; row += 1) loss += this.#addRow(row, point, gradient);
    return loss;
  }

  #addRow(row: number, point: Float64Array, gradient: Float64Array): number {
    const [width, shares, rows] = [this.#width, this.#shares, this.#rows];
    const from = row * width;
    let most = Number.NEGATIVE_INFINITY;
    for (let arm = 0; arm < this.#arms; arm += 1) {
      let score = 0;
      for (let k = 0; k < width; k += 1)
        score += (point[arm * width + k] as number) * (rows[from + k] as number);
      shares[arm] = score;
      if (score > most) most = score;
    }
    let sum = 0;
    for (let arm = 0; arm < this.#arms; arm += 1) {
      shares[arm] = Math.exp((shares[arm] as number) - most);
      sum += shares[arm] as number;
    }
    const shown = this.#arm[row] as number;
    const share = (shares[shown] as number) / sum;
    this.fitted[row] = share;
    for (let arm = 0; arm < this.#arms; arm += 1) {
      const off = (shares[arm] as number) / sum - (arm === shown ? 1 : 0);
      for (let k = 0; k < width; k += 1)
        gradient[arm * width + k] =
          (gradient[arm * width + k] as number) + off * (rows[from + k] as number);
    }
    return -Math.log(share);
  }
}

interface Step {
  readonly moved: Float64Array;
  readonly turned: Float64Array;
  /** Of the two, above 0: the loss is convex. */
  readonly product: number;
}

/** L-BFGS (Nocedal 1980), steps halved until the loss falls by a part of what the gradient promises. */
function minimise(loss: Loss, start: Float64Array): void {
  let point = start;
  let gradient = new Float64Array(point.length);
  let value = loss.at(point, gradient);
  const steps: Step[] = [];
  for (let i = 0; i < kMostSteps; i += 1) {
    const direction = directionOf(gradient, steps);
    const slope = dot(direction, gradient);
    if (-slope <= kLeft * value) return;
    // The first step knows no curvature: no number moves by more than 1.
    const longest = direction.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    let length = steps.length === 0 ? Math.min(1, 1 / longest) : 1;
    const tried = new Float64Array(point.length);
    let next = point;
    let found = value;
    do {
      next = point.map((x, k) => x + length * (direction[k] as number));
      found = loss.at(next, tried);
      length /= 2;
    } while (found > value + 2e-4 * length * slope + kRounding * value);
    const moved = next.map((x, k) => x - (point[k] as number));
    const turned = tried.map((x, k) => x - (gradient[k] as number));
    const product = dot(moved, turned);
    if (product > 0) steps.push({ moved, turned, product });
    if (steps.length > kMemory) steps.shift();
    [point, gradient, value] = [next, tried, found];
  }
}

function directionOf(gradient: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = gradient.map((x) => -x);
  const add = (to: Float64Array, by: number) => {
    for (let k = 0; k < direction.length; k += 1)
      direction[k] = (direction[k] as number) + by * (to[k] as number);
  };
  const parts = steps.map(() => 0);
  for (let i = steps.length - 1; i >= 0; i -= 1) {
    const { moved, turned, product } = steps[i] as Step;
    parts[i] = dot(moved, direction) / product;
    add(turned, -(parts[i] as number));
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const scale = last.product / dot(last.turned, last.turned);
    direction.forEach((x, k) => {
      direction[k] = x * scale;
    });
  }
  steps.forEach(({ moved, turned, product }, i) => {
    add(moved, (parts[i] as number) - dot(turned, direction) / product);
  });
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += (a[k] as number) * (b[k] as number);
  return sum;
}
