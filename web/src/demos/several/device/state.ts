/** What the device knows of the slate on the table. What every game has is in ../../device/state.ts. */
import { signal } from '@preact/signals';

/** What was dealt: public, since it is in the snapshot. */
export interface Dealt {
  /** Cards, ascending. */
  readonly cards: readonly number[];
  /** The one of them whose answer is reported. */
  readonly reported: number;
}

export const dealt = signal<Dealt | null>(null);
/** Cards that the visitor would go for, by now. Private. */
export const marked = signal<ReadonlySet<number>>(new Set());

/** The private side of a report, beside what leaves. */
export interface SlateTrace {
  /** Of every card shown, in the order of `cards`: 1: would go, 0: would not. Null: silence, which counts as 0. */
  readonly answers: readonly (1 | 0)[] | null;
  /** The bit that the report carries; null: there is no report. */
  readonly bit: 0 | 1 | null;
}

export const slateTrace = signal<SlateTrace | null>(null);

/** The visitor's answers to the slate on the table, as they are marked. */
export const markedAnswers = (): (1 | 0)[] =>
  (dealt.value?.cards ?? []).map((card) => (marked.value.has(card) ? 1 : 0));

/** What the answer to one card of a slate was; silence is 0. */
export function answerTo(card: number, { cards }: Dealt, { answers }: SlateTrace): 1 | 0 {
  return answers?.[cards.indexOf(card)] ?? 0;
}
