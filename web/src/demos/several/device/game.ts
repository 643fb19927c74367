/** The game of slates: three cards at once, any number of answers, and a bit about one of them. */
import { bitOf, openGame } from '../../../device/game.js';
import { SLATE } from '../shared/experiment.js';
import { dealt, marked, markedAnswers, slateTrace } from './state.js';

export const open = openGame(SLATE, {
  deal: (bandit) => {
    const decision = bandit.choose();
    dealt.value = { cards: Array.from(decision.action), reported: decision.reported };
    marked.value = new Set();
    return decision;
  },
  lastMoment: () => (marked.value.size > 0 ? markedAnswers() : null),
  trace: slateTrace,
  traceOf: (answers: readonly (1 | 0)[] | null, report) => ({ answers, bit: bitOf(report) }),
});
