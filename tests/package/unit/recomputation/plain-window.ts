// Window reports and what their learners make of them, from docs/spec/graded.md: the odds e^epsilon as they stand
// there, the length by trying all of them, variances by sums over all reports.
const M = 1024;

interface Window {
  readonly length: number;
  /** Probability of a report in the window. */
  readonly inside: number;
  readonly slope: number;
  readonly offset: number;
  /** Of the noise, at the rewards 1/2 and 0. */
  readonly least: number;
  readonly most: number;
}

/** Mean and variance of j at the grid point k. */
function moments(length: number, inside: number, k: number) {
  let [mean, square] = [0, 0];
  for (let j = 0; j < M + length; j += 1) {
    const p = j >= k && j < k + length ? inside / length : (1 - inside) / M;
    mean += p * (j - k);
    square += p * (j - k) ** 2;
  }
  return { mean: mean + k, variance: square - mean ** 2 };
}

function windowOf(length: number, epsilon: number): Window {
  const inside = length / (length + M * Math.exp(-epsilon));
  const low = moments(length, inside, 0);
  const slope = inside - ((1 - inside) * length) / M;
  const at = (variance: number) => variance / (M * slope) ** 2;
  const least = at(moments(length, inside, M / 2).variance);
  return { length, inside, slope, offset: low.mean, least, most: at(low.variance) };
}

const windows = new Map<number, Window>();
/** Remembered: it tries a thousand lengths. */
export function plainWindow(epsilon: number): Window {
  let best = windows.get(epsilon);
  if (best) return best;
  for (let length = 1; length <= M; length += 1) {
    const tried = windowOf(length, epsilon);
    if (!best || tried.most < best.most) best = tried;
  }
  windows.set(epsilon, best as Window);
  return best as Window;
}

/** What the report j stands for. */
export function plainReading(j: number, epsilon: number): number {
  const { slope, offset } = plainWindow(epsilon);
  return (j - offset) / (M * slope);
}

/** The report of a reward. */
export function plainReport(reward: number, epsilon: number, uniform: () => number): number {
  const { length, inside } = plainWindow(epsilon);
  const k = Math.floor(reward * M + uniform());
  if (uniform() < inside) return k + Math.floor(uniform() * length);
  const o = Math.floor(uniform() * M);
  return o < k ? o : o + length;
}

/** The readings of one arm at one level, added up. */
export interface GradedCell {
  readonly level: number;
  readonly count: number;
  readonly total: number;
  readonly squares: number;
}

export interface GradedArm {
  readonly n: number;
  readonly mean: number;
  readonly weight: number;
  /** (N/2) ln(1 + gap^2/v) over the levels. */
  readonly divergence: (gap: number) => number;
}

/** null: fewer than two reports. */
export function gradedArm(cells: readonly GradedCell[]): GradedArm | null {
  const counted = cells.filter(({ count }) => count > 0);
  const rows = counted.map(({ level, count, total, squares }) => {
    const { least, most } = plainWindow(level);
    const spread = squares - total ** 2 / count;
    const variance = Math.max(least, (spread + 2 * (most + 1 / 4)) / (count + 2));
    return { count, mean: total / count, variance };
  });
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const n = sum(({ count }) => count);
  if (n < 2) return null;
  const weight = sum(({ count, variance }) => count / variance);
  return {
    n,
    mean: sum(({ count, mean, variance }) => (count / variance) * mean) / weight,
    weight,
    divergence: (gap) =>
      sum(({ count, variance }) => (count / 2) * Math.log(1 + gap ** 2 / variance)),
  };
}

/** For display: levels weighted by 1/v', which no report changes. */
export function gradedDisplay(cells: readonly GradedCell[]) {
  const weightOf = (level: number) => 1 / (plainWindow(level).most + 1 / 4);
  const weight = cells.reduce((sum, { level, count }) => sum + count * weightOf(level), 0);
  const reward = cells.reduce((sum, { level, total }) => sum + total * weightOf(level), 0);
  return { mean: reward / weight, radius: (bound: number) => Math.sqrt((2 * bound) / weight) };
}
