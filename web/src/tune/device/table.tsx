/** Two settings of the layout beside each other, and the three things that can be said about them. */
import { useTable } from '../../device/card.js';
import { cardsDealt, phase, policy, secondsLeft, windowSeconds } from '../../device/state.js';
import { ANSWER_WINDOWS } from '../../shared/experiment.js';
import { Layout } from '../shared/layout.js';
import { MIDDLE, type Point, sizeOf, spacingOf } from '../shared/settings.js';
import { type Preference, pair, tuneTrace } from './state.js';

export interface TuneActions {
  deal(): void;
  answer(value: Preference): void;
}

const KEYS: Readonly<Record<string, Preference>> = { ArrowLeft: 1, ArrowRight: -1, ArrowDown: 0 };

export function Table({ deal, answer }: TuneActions) {
  const { region, onKeyDown } = useTable(deal, (key) => {
    const preference = KEYS[key];
    if (preference === undefined) return false;
    answer(preference);
    return true;
  });
  const [left, right] = pair.value ?? [MIDDLE, MIDDLE];
  return (
    <section
      class="tuning"
      ref={region}
      tabIndex={-1}
      aria-label="Two layouts of the same page"
      onKeyDown={onKeyDown}
    >
      <div class="panes" key={cardsDealt.value}>
        <Pane side="Left" point={left} means={1} />
        <Pane side="Right" point={right} means={-1} />
      </div>
      {policy.value === 'offline-uniform' && (
        <p class="fine">Picked at random: there is no snapshot.</p>
      )}
      {phase.value === 'open' ? <Choice answer={answer} /> : <Next deal={deal} />}
    </section>
  );
}

function Pane({ side, point, means }: { side: string; point: Point; means: Preference }) {
  const isPreferred = tuneTrace.value?.preference === means;
  return (
    <figure class={isPreferred ? 'pane preferred' : 'pane'}>
      <Layout point={point} name={side} />
      <figcaption>
        <b>{side}</b>
        {isPreferred && <span class="visually-hidden">, preferred</span>}
        {pair.value && (
          <span class="fine">
            {' '}
            cards {sizeOf(point)} px, {spacingOf(point)} px apart
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function Choice({ answer }: Pick<TuneActions, 'answer'>) {
  return (
    <>
      <div class="answers">
        <button
          type="button"
          class="primary"
          onClick={() => answer(1)}
          aria-keyshortcuts="ArrowLeft"
        >
          <kbd>←</kbd> Left is better
        </button>
        <button type="button" onClick={() => answer(0)} aria-keyshortcuts="ArrowDown">
          No difference <kbd>↓</kbd>
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => answer(-1)}
          aria-keyshortcuts="ArrowRight"
        >
          Right is better <kbd>→</kbd>
        </button>
      </div>
      <p class="fine">
        Silence counts as “no difference” in <b>{secondsLeft.value ?? windowSeconds.value} s</b>.
      </p>
    </>
  );
}

function Next({ deal }: Pick<TuneActions, 'deal'>) {
  const waiting = phase.value === 'sealed';
  return (
    <>
      <div class="answers">
        <button
          type="button"
          class="primary needs-script"
          onClick={deal}
          disabled={phase.value === 'failed'}
          aria-disabled={waiting}
        >
          {cardsDealt.value > 0 ? 'Show another two' : 'Show two layouts'}
        </button>
      </div>
      <p class="fine needs-script">
        {waiting ? (
          <>
            Your packet leaves in <b>{secondsLeft.value ?? 0} s</b>, as it would without an answer.
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
