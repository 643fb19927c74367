import type { Slates } from './types.js';

/** The slate whose weights have the largest sum, arms ascending. */
export function bestSlate(set: Slates['set'], weights: Float64Array): Uint32Array {
  if (set.type === 'matching') return bestMatching(set.left, set.right, weights);
  const byWeight = Array.from(weights, (_, arm) => arm).sort(
    (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0),
  );
  return Uint32Array.from(byWeight.slice(0, set.choose)).sort();
}

/** The Hungarian method, O(left^2 right): one left node after the other, along shortest paths. */
function bestMatching(left: number, right: number, weights: Float64Array): Uint32Array {
  // Column 0 is where a path begins; owner[j] is the left node (from 1) of right node j, 0: none.
  const rowPrice = new Float64Array(left + 1);
  const price = new Float64Array(right + 1);
  const owner = new Int32Array(right + 1);
  for (let row = 1; row <= left; row += 1) {
    owner[0] = row;
    const slack = new Float64Array(right + 1).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(right + 1);
    const done = new Uint8Array(right + 1);
    let column = 0;
    do {
      done[column] = 1;
      const i = owner[column] as number;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= right; j += 1) {
        if (done[j]) continue;
        const cost = -(weights[(i - 1) * right + j - 1] as number);
        const reduced = cost - (rowPrice[i] as number) - (price[j] as number);
        if (reduced < (slack[j] as number)) {
          slack[j] = reduced;
          before[j] = column;
        }
        if ((slack[j] as number) < step) {
          step = slack[j] as number;
          next = j;
        }
      }
      for (let j = 0; j <= right; j += 1) {
        if (done[j]) {
          const held = owner[j] as number;
          rowPrice[held] = (rowPrice[held] as number) + step;
          price[j] = (price[j] as number) - step;
        } else {
          slack[j] = (slack[j] as number) - step;
        }
      }
      column = next;
    } while (owner[column] !== 0);
    while (column !== 0) {
      const previous = before[column] as number;
      owner[column] = owner[previous] as number;
      column = previous;
    }
  }
  const arms: number[] = [];
  for (let j = 1; j <= right; j += 1) {
    const i = owner[j] as number;
    if (i > 0) arms.push((i - 1) * right + j - 1);
  }
  return Uint32Array.from(arms).sort();
}
