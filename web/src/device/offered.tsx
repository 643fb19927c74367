/**
 * An option that lies open before anything is spent: looking costs nothing, the answer starts the clock. Silence is
 * no report here, so that there is one says that the visitor answered, not what.
 */
import { computed, signal } from '@preact/signals';
import { NewBudget } from './new-budget.js';
import type { TableActions } from './session.js';
import { phase, secondsLeft, trace } from './state.js';

/** Whether this page shows options so. */
export const isOffered = signal(false);
/** A new one is a new picture, even of the same option. */
export const offersMade = signal(0);
/** Given before the client was ready; it is sent when it is. */
export const early = signal<1 | 0 | null>(null);
export const canAnswerOffer = computed(
  () =>
    isOffered.value &&
    trace.value === null &&
    early.value === null &&
    (phase.value === 'ready' || phase.value === 'starting'),
);

/** Given what is shown: the two answers, then how long the report waits, then the next option. */
export function Offered({ deal, answer }: TableActions) {
  const isAnswered = trace.value !== null;
  return (
    <div class="offered">
      {!isAnswered && <YesNo answer={answer} />}
      {isAnswered && phase.value === 'ready' && (
        <div class="answers">
          <button type="button" class="primary" onClick={deal}>
            Next option
          </button>
        </div>
      )}
      <NewBudget />
      <p class="fine needs-script">
        {!isAnswered && (early.value === null ? 'Nothing is sent until you answer.' : 'Starting …')}
        {isAnswered && phase.value === 'sealed' && (
          <>
            Your report leaves in <b>{secondsLeft.value ?? 0} s</b>, whatever you said.
          </>
        )}
      </p>
    </div>
  );
}

/** No is left, yes is right. */
export function YesNo({ answer }: Pick<TableActions, 'answer'>) {
  return (
    <div class="answers needs-script">
      <button key="no" type="button" onClick={() => answer(0)} aria-keyshortcuts="ArrowLeft 0">
        {isOffered.value ? 'No' : 'Not for me'} <kbd>←</kbd>
      </button>
      <button
        key="yes"
        type="button"
        class="primary"
        onClick={() => answer(1)}
        aria-keyshortcuts="ArrowRight 1"
      >
        {isOffered.value ? 'Yes, I’d go' : 'I’d go'} <kbd>→</kbd>
      </button>
    </div>
  );
}
