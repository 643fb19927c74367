/** What page and Worker agree on: apart, so that the page loads no more than this before the first run. */
export const VISITORS = 10_000;
/**
 * The level on show, and those compared with it. At 32 one bit in 10^13 is flipped, so the server reads
 * every answer.
 */
export const SHOWN = 1;
export const UNFLIPPED = 32;
export const COMPARED = [0.5, 4, UNFLIPPED] as const;

export interface Rehearsed {
  readonly epsilon: number;
  readonly visitors: number;
  /** Of them, those who were shown the best option. */
  readonly best: number;
  /** By option: the estimate and half of its 95 % interval, null while no visitor was shown it. */
  readonly known: readonly {
    readonly mean: number | null;
    readonly halfWidth: number | null;
  }[];
}
