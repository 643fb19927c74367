/**
 * The order of things where a public model version alone picks the option: it lies open, the answer starts
 * everything else.
 */
import { effect, untracked } from '@preact/signals';
import type { CardSession, Dealing } from './card-page.js';
import { canAnswerOffer, early, isOffered, offersMade } from './device/offered.js';
import { arm, packetState, phase, reason, report, trace, windowSeconds } from './device/state.js';
import { snapshot } from './server/state.js';
import { ANSWER_WINDOWS } from './shared/experiment.js';
import { notify, withdraw } from './shared/notices.js';
import { uniform } from './shared/random.js';
import { drawn, likeliest, type PublicSnapshot } from './shared/snapshot.js';

/** The answer comes with the decision, so its window may close at once; the report leaves two seconds later. */
const WINDOW_SECONDS = 0.1;
const PATIENCE_MS = 10_000;

/** The same option without script, while the page starts, and after it. */
export function beginOffers(first: PublicSnapshot | null): void {
  isOffered.value = true;
  arm.value = first ? likeliest(first) : 0;
  windowSeconds.value = WINDOW_SECONDS;
}

/** Another privacy level is another experiment, and a test that has ended has its answer: what lies open changes. */
function redraw(): void {
  const keyOf = (of: PublicSnapshot | null) => `${of?.experiment} ${of?.ended ?? false}`;
  let key = keyOf(snapshot.value);
  effect(() => {
    const now = keyOf(snapshot.value);
    if (now === key) return;
    key = now;
    untracked(() => {
      if (snapshot.value && canAnswerOffer.value) arm.value = drawn(snapshot.value, uniform());
    });
  });
}

/** For the build, which renders other pages in the same process. */
export function endOffers(): void {
  isOffered.value = false;
  arm.value = null;
  windowSeconds.value = ANSWER_WINDOWS[0];
}

export function offers(session: () => CardSession<1 | 0> | null): Dealing<1 | 0> {
  redraw();
  const answer = async (value: 1 | 0) => {
    if (!canAnswerOffer.value) return;
    const dealer = session();
    if (!dealer || phase.value !== 'ready') {
      early.value = value;
      return;
    }
    phase.value = 'dealing';
    if (!(await dealer.refresh(PATIENCE_MS))) {
      phase.value = 'ready';
      notify({ id: 'offer', text: 'The collector does not answer. Nothing was sent.' });
      return;
    }
    withdraw('offer');
    dealer.deal(WINDOW_SECONDS);
    await dealer.answer(value);
  };
  return {
    answer,
    begin: async () => {
      const value = early.value;
      early.value = null;
      if (value !== null) await answer(value);
    },
    deal: async () => {
      if (phase.value !== 'ready') return;
      if (snapshot.value) arm.value = drawn(snapshot.value, uniform());
      trace.value = null;
      report.value = null;
      packetState.value = 'none';
      reason.value = '';
      offersMade.value++;
    },
  };
}
