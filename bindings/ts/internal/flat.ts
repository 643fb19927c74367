import { totalLength } from './list.js';

/** Flat records, one behind the other, in one list: what a module with views of its own takes at once. */
export function flat(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(totalLength(lists));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
