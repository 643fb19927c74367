/** What can be checked, in words: the mechanisms, the sabotages that each can be given, and what a check answers. */

export const SABOTAGES = {
  weak: 'Sabotage: too little noise, that of twice the ε',
  clear: 'Sabotage: one answer in five sent almost in the clear, at ε 16',
  silent: 'Sabotage: no report when there is no answer',
  longer: 'Sabotage: one answer makes the report a byte longer',
  reuse: 'Sabotage: every second report reuses the noise before',
  coarse: 'Sabotage: noise rounded to coarse steps',
  picks: 'Sabotage: reports only an option that was liked',
} as const;
export type Sabotage = keyof typeof SABOTAGES;

const ALWAYS = ['weak', 'clear', 'silent', 'longer'] as const;

export interface Mechanism {
  readonly name: string;
  readonly wasm: WasmName;
  /** The two opposite answers. */
  readonly answers: readonly [string, string];
  /** What the histograms show of a report. */
  readonly shown: string;
  /** Names of the values, where there are few. */
  readonly values?: Readonly<Record<number, string>>;
  readonly sabotages: readonly Sabotage[];
}
export type WasmName =
  | 'ldp-bandits.wasm'
  | 'contextual.wasm'
  | 'combinatorial.wasm'
  | 'convex.wasm';

const SCALAR = {
  wasm: 'ldp-bandits.wasm',
  answers: ['answer 0', 'answer 1'],
  shown: 'the number sent',
  sabotages: [...ALWAYS, 'reuse', 'coarse'],
} as const;
const BIT = { ...SCALAR, shown: 'the bit sent', sabotages: [...ALWAYS, 'reuse'] } as const;
const VECTOR = {
  wasm: 'contextual.wasm',
  answers: ['visitor A', 'visitor B'],
  sabotages: ALWAYS,
} as const;
const SIDES = { [-2]: 'nearer B', 0: 'neither', 2: 'nearer A' };
const OPTION_BITS = Object.fromEntries(
  Array.from({ length: 6 }, (_, value) => [value, `option ${(value >> 1) + 1}: ${value & 1}`]),
);

export const MECHANISMS = {
  bit: { ...BIT, name: 'Private bit' },
  laplace: { ...SCALAR, name: 'Laplace noise' },
  window: { ...SCALAR, name: 'Graded answer (window)', sabotages: ALWAYS },
  gaussian: { ...SCALAR, name: 'Gaussian noise' },
  ball: { ...VECTOR, name: 'Vector, ball', shown: 'its direction', values: SIDES },
  moment: { ...VECTOR, name: 'Vector, moments in a ball', shown: 'log-likelihood ratio, scaled' },
  gram: { ...VECTOR, name: 'Vector, Gaussian noise', shown: 'log-likelihood ratio, scaled' },
  codebook: {
    ...{ ...VECTOR, name: 'Vector, codebook', shown: 'its codeword' },
    values: { [-1]: 'near B only', 0: 'both or neither', 1: 'near A only' },
  },
  set: {
    ...{ name: 'Set, bit about one option', wasm: 'combinatorial.wasm' },
    ...{ answers: ['liked none', 'liked all'], shown: 'option and bit sent' },
    ...{ values: OPTION_BITS, sabotages: [...ALWAYS, 'picks'] },
  },
  wholeSet: {
    ...{ name: 'Set, Laplace noise on all options', wasm: 'combinatorial.wasm' },
    ...{ answers: ['liked none', 'liked all'], shown: 'sum of the numbers sent' },
    sabotages: ALWAYS,
  },
  point: { ...BIT, name: 'Slider, one-point bit', wasm: 'convex.wasm' },
  comparison: {
    ...{ ...BIT, name: 'Slider, comparison bit', wasm: 'convex.wasm' },
    answers: ['prefers second', 'prefers first'],
  },
} as const satisfies Record<string, Mechanism>;
export type MechanismId = keyof typeof MECHANISMS;

/** Reports for each of the two answers. */
export const DRAWS = 100_000;
/** How often a correct client fails a check, at most. */
export const FALSE_ALARM = 1e-4;

export interface CheckRequest {
  readonly mechanism: MechanismId;
  readonly sabotage: Sabotage | null;
}

export interface Outcome {
  readonly request: CheckRequest;
  readonly loss: 'epsilon' | 'mu';
  readonly epsilon: number;
  readonly delta: number;
  readonly claimed: number;
  readonly passed: boolean;
  /** What told two inputs apart best, in which comparison; null: nothing did. */
  readonly event: { readonly text: string; readonly comparison: string } | null;
  /** The loss that this event shows, on the scale of `claimed`. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** Lower bounds computed: the false alarm is shared by them. */
  readonly bounds: number;
  readonly reports: number;
  readonly judged: number;
  readonly ms: number;
  readonly histogram: Histogram;
  /** SHA-256, hexadecimal. */
  readonly wasm: { readonly found: string; readonly published: string };
  readonly csv: Blob;
}

export interface Histogram {
  /** One for each bar: a value, or the middle of a bin. */
  readonly at: readonly number[];
  readonly counts: readonly [readonly number[], readonly number[]];
}

export type CheckAnswer =
  | { readonly done: number; readonly total: number }
  | { readonly outcome: Outcome }
  | { readonly failed: string };
