/** The experiments of one page: one per privacy level, pinned by the page, published by the collector. */
import type { AlgorithmSpec, AlgorithmType } from 'ldp-bandits/url';
import type { Stop } from './experiment.js';

/** What a client of one of them pins. */
export interface Pinned<T extends AlgorithmType> {
  readonly name: string;
  readonly algorithm: AlgorithmSpec<T>;
  id(at: Stop): string;
}

/**
 * @param stops privacy levels on offer, weakest privacy last
 * @param terms the same at every level; `labels` name the arms for the operator
 */
export function levelsOf<
  const Terms extends { readonly algorithm: object; readonly labels?: readonly string[] },
>(name: string, stops: readonly Stop[], terms: Terms) {
  const id = (at: Stop) => `${name}-${at}`;
  return {
    name,
    stops,
    id,
    algorithm: terms.algorithm as Terms['algorithm'],
    /** The collector's table. */
    table: () =>
      Object.fromEntries(
        stops.map((at) => [id(at), { ...terms, perReport: { epsilon: at, delta: 0 } }]),
      ),
  };
}
