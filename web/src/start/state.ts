/** What the page shows: the draft, and the advice for it or what is wrong with it. */
import { computed, signal } from '@preact/signals';
import { type Recommendation, recommend, type Situation } from 'ldp-bandits/recommend';
import { LdpError } from 'ldp-bandits/url';
import { type Draft, FIRST_DRAFT, fieldOf, fieldsOf, IN_PERCENT, situationOf } from './draft.js';
import type { Framework } from './frameworks.js';

export const draft = signal<Draft>(FIRST_DRAFT);
export const framework = signal<Framework>('module');

export interface Problem {
  readonly field: keyof Draft;
  readonly text: string;
}

export type Advice =
  | { readonly situation: Situation; readonly recommendation: Recommendation }
  | { readonly problem: Problem };

export const advice = computed<Advice>(() => {
  const situation = situationOf(draft.value);
  try {
    return { situation, recommendation: recommend(situation) };
  } catch (error) {
    if (!LdpError.is(error, 'invalid_argument')) throw error;
    const { parameter, reason } = error.details as { parameter: string; reason: string };
    const field = fieldOf(parameter);
    const words = IN_PERCENT.has(field)
      ? inPercent(reason)
      : reason.charAt(0).toUpperCase() + reason.slice(1);
    return { problem: { field: fieldsOf(draft.value).has(field) ? field : 'choose', text: words } };
  }
});

/** The library's range as the form says it. */
const inPercent = (reason: string) => {
  const [, least, most] = /from (\S+) to (\S+)$/.exec(reason) ?? [];
  return `Must be a percentage from ${percentage(least)} to ${percentage(most)}`;
};

const percentage = (part = '') => String(Number((100 * Number(part)).toPrecision(6)));

/** Comparisons are for numbers: choosing something else, a page sees clicks. */
export function edit(change: Partial<Draft>): void {
  const next = { ...draft.value, ...change };
  const see = next.choose !== 'number' && next.see === 'comparison' ? 'click' : next.see;
  draft.value = { ...next, see };
}
