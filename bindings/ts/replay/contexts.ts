// The features of all arms for one visitor, row by row of a log.
import { invalidArgument } from '../internal/checks.js';
import type { ReplayContexts } from './types.js';

/** As many numbers as a feature vector may have. */
export const MOST_DIMENSIONS = 128;
/** Share of the rows that keep the declared bound; the others are shortened to it. */
const WITHIN_BOUND = 0.95;

export class Contexts {
  readonly arms: number;
  readonly dimension: number;
  /** The declared bound on the Euclidean norm of an arm's features. */
  readonly bound: number;
  readonly #visitors: readonly ArrayLike<number>[];
  readonly #described: readonly ArrayLike<number>[] | undefined;
  readonly #data: Float64Array;

  /** @throws LdpError `invalid_argument` if an arm would have more than 128 numbers, or a list has another length. */
  constructor({ visitors, arms: described }: ReplayContexts, arms: number) {
    const own = visitors[0]?.length ?? 0;
    const each = described?.[0]?.length ?? arms;
    requireLengths('contexts.visitors', visitors, own);
    if (described) requireLengths('contexts.arms', described, each, arms);
    this.arms = arms;
    this.dimension = own * each;
    if (!(this.dimension >= 1 && this.dimension <= MOST_DIMENSIONS))
      throw invalidArgument(
        'contexts',
        this.dimension,
        `must give an arm 1 to ${MOST_DIMENSIONS} numbers, those of the visitor times those of an arm`,
      );
    this.#visitors = visitors;
    this.#described = described;
    this.#data = new Float64Array(arms * this.dimension);
    const longestArm = described ? Math.max(...described.map(norm)) : 1;
    const norms = visitors.map(norm).sort((a, b) => a - b);
    const rank = Math.ceil(WITHIN_BOUND * norms.length) - 1;
    this.bound = longestArm * (norms[rank] ?? 1);
  }

  /** Valid until the next call. */
  of(row: number): {
    readonly rows: number;
    readonly columns: number;
    readonly data: Float64Array;
  } {
    const visitor = this.#visitors[row] as ArrayLike<number>;
    const { arms: rows, dimension: columns } = this;
    const data = this.#data.fill(0);
    for (let arm = 0; arm < rows; arm += 1) {
      const described = this.#described?.[arm];
      if (described === undefined) {
        data.set(visitor, arm * columns + arm * visitor.length);
        continue;
      }
      for (let i = 0; i < described.length; i += 1)
        for (let k = 0; k < visitor.length; k += 1)
          data[arm * columns + i * visitor.length + k] =
            (described[i] as number) * (visitor[k] as number);
    }
    return { rows, columns, data };
  }
}

function requireLengths(
  parameter: string,
  lists: readonly ArrayLike<number>[],
  length: number,
  count = lists.length,
): void {
  if (lists.length !== count)
    throw invalidArgument(parameter, lists.length, `must be a list for each of ${count} arms`);
  lists.forEach((list, i) => {
    if (list?.length !== length || !Array.from(list).every(Number.isFinite))
      throw invalidArgument(`${parameter}[${i}]`, list, `must be ${length} finite numbers`);
  });
}

const norm = (vector: ArrayLike<number>) => Math.hypot(...Array.from(vector));
