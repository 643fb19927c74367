// A parameter of an algorithm, as its row of the catalog has it: what a spec is checked and completed by.

interface Row {
  readonly name: string;
  readonly optional: boolean;
  /** Null where there is none. */
  readonly default: unknown;
}

/** Bounds are included; null where there is none. */
export type Parameter =
  | (Row & { readonly type: 'integer'; readonly minimum: number; readonly maximum: number })
  | (Row & {
      readonly type: 'number';
      readonly minimum: number | null;
      readonly maximum: number | null;
    })
  | (Row & { readonly type: 'choice'; readonly choices: readonly string[] })
  | (Row & {
      readonly type: 'levels';
      readonly minimum: number;
      readonly maximum: number;
      readonly maximumLength: number;
    })
  | (Row & { readonly type: 'rewardTransform' | 'decision-set' | 'convex-set' });
