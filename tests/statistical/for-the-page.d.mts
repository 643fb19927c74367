/** One column of numbers by name, a row for each report: event-families.mjs. */
export type Sample = Record<string, Int32Array | Uint32Array | Uint8Array> & {
  values: Int32Array;
  lengths: Uint32Array;
  posts: Uint32Array;
};
export type Project = (report: never, part: string | undefined) => number;
export interface Family {
  readonly name: string;
  readonly width: number;
  readonly events: (train: readonly [Sample, Sample], context: object) => unknown[];
}
export interface Comparison {
  readonly label: string;
  readonly inputs: readonly [(index: number) => unknown, (index: number) => unknown];
  readonly families: readonly Family[];
  readonly project?: Project;
}
export interface Claim {
  readonly mechanism: string;
  readonly epsilon: number;
  readonly delta?: number;
  readonly loss: 'epsilon' | 'mu';
  readonly claimed: number;
  readonly algorithm: Readonly<Record<string, unknown>>;
  readonly centres?: readonly [number, number];
}
/** How often an event was counted, the likelier input first. */
export interface Counted {
  readonly hits: readonly number[];
  readonly trials: readonly number[];
}

export function bitClaim(epsilon: number): Claim;
export function laplaceClaim(epsilon: number): Claim;
export function windowClaim(epsilon: number): Claim;
export function gaussianClaim(epsilon: number, delta: number): Claim;
export function ballClaim(epsilon: number): Claim;
export function momentClaim(epsilon: number): Claim;
export function gramClaim(epsilon: number, delta: number): Claim;
export function momentCodebookClaim(epsilon: number): Claim;
export function drawnBitClaim(epsilon: number): Claim;
export function wholeSlateClaim(epsilon: number): Claim;
export function pointBitClaim(kind: 'one point' | 'comparison', epsilon: number): Claim;

export function comparisonsFor(claim: Claim): readonly Comparison[];
export function boundsComputed(comparisons: readonly Comparison[]): number;
export function lossInterval(
  loss: Claim['loss'],
  counted: Counted,
  alpha: number,
): { readonly low: number; readonly middle: number; readonly high: number };
export function empiricalLoss(
  families: readonly Family[],
  samples: readonly [Sample, Sample],
  claim: Claim,
  alphas: readonly number[],
  judged: number,
):
  | (Counted & {
      readonly bounds: readonly number[];
      readonly family: string;
      readonly event: string;
    })
  | undefined;
export function emptySample(claim: Claim, count: number, project?: Project): Sample;
export function readFields(
  sample: Sample,
  index: number,
  claim: Claim,
  report: object,
  project?: Project,
): void;

export interface Drawer {
  /** @returns the body that would be posted */
  draw(input: unknown): string;
  dispose(): void;
}
export function drawerOf(
  family: 'multi-armed' | 'contextual' | 'combinatorial' | 'convex',
  parts: object,
  module: object,
  claim: Claim,
): Drawer;
