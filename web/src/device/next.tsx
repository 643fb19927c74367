/** What can be done while no card is open: deal the next, and say how long it waits for an answer. */
import { ANSWER_WINDOWS } from '../shared/experiment.js';
import { NewBudget } from './new-budget.js';
import { cardsDealt, phase, secondsLeft, windowSeconds } from './state.js';

/** @param props.press what the button says: at first, and after a card */
export function Next(props: { press: readonly [first: string, again: string]; deal(): void }) {
  const waiting = phase.value === 'sealed';
  return (
    <>
      <div class="answers">
        <button
          type="button"
          class="primary needs-script"
          onClick={props.deal}
          disabled={phase.value === 'failed'}
          aria-disabled={waiting}
        >
          {props.press[cardsDealt.value > 0 ? 1 : 0]}
        </button>
      </div>
      <NewBudget />
      <p class="fine needs-script">
        {waiting ? (
          <>
            Your report leaves in <b>{secondsLeft.value ?? 0} s</b>, as it would without an answer.
          </>
        ) : (
          <label>
            Time to answer{' '}
            <select
              value={windowSeconds.value}
              onChange={(event) => {
                windowSeconds.value = Number(event.currentTarget.value);
              }}
            >
              {ANSWER_WINDOWS.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds} s
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
    </>
  );
}

/** What is left of the time to answer. */
export function TimeLeft() {
  return <b>{secondsLeft.value ?? windowSeconds.value} s</b>;
}
