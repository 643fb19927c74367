/** The poster on the table, the two answers to it, and the time that is left to give one. */
import { useEffect, useRef } from 'preact/hooks';
import { Art } from '../shared/art.js';
import { ANSWER_WINDOWS, POSTERS } from '../shared/experiment.js';
import { arm, cardsDealt, phase, policy, secondsLeft, windowSeconds } from './state.js';

export interface CardActions {
  deal(): void;
  answer(value: 1 | 0): void;
}

const COVER = 0;

/**
 * Focus and keys of the place where cards lie.
 *
 * @param press what a key does while they wait for an answer; true: it did something
 */
export function useTable(deal: () => void, press: (key: string) => boolean) {
  const region = useRef<HTMLElement>(null);
  const open = phase.value === 'open';
  useEffect(() => {
    // The answers come and go; a keyboard that stood on one of them would be thrown to the top of the page.
    const lost = cardsDealt.value > 0 && document.activeElement === document.body;
    if (open || lost) region.current?.focus({ preventScroll: true });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!open && event.key === 'Enter' && event.target === event.currentTarget) return deal();
    if (open && press(event.key)) event.preventDefault();
  };
  return { region, onKeyDown };
}

/** One card, one answer: no is left, yes is right. */
export function useOneCard({ deal, answer }: CardActions) {
  return useTable(deal, (key) => {
    const value = { ArrowRight: 1, 1: 1, ArrowLeft: 0, 0: 0 }[key] as 0 | 1 | undefined;
    if (value === undefined) return false;
    answer(value);
    return true;
  });
}

export function Card(actions: CardActions) {
  const { region, onKeyDown } = useOneCard(actions);
  const shown = arm.value ?? COVER;
  const poster = POSTERS[shown];
  if (!poster) return null;
  return (
    <section
      class="card"
      ref={region}
      tabIndex={-1}
      aria-label={`Poster: ${poster.name}`}
      onKeyDown={onKeyDown}
    >
      <div class="deck">
        <div class="deck-back deck-back-1">
          <Art arm={(shown + 2) % POSTERS.length} decorative />
        </div>
        <div class="deck-back deck-back-2">
          <Art arm={(shown + 4) % POSTERS.length} decorative />
        </div>
        <div class="deck-front" key={cardsDealt.value}>
          <Art arm={shown} />
        </div>
      </div>
      <div class="card-text">
        <p class="card-name">
          {poster.name}
          {policy.value === 'offline-uniform' && ' · picked at random, no snapshot'}
        </p>
        <h3 class="card-headline">{poster.headline}</h3>
        <p class="card-copy">{poster.copy}</p>
        <Answers {...actions} />
      </div>
    </section>
  );
}

export function Answers({ deal, answer }: CardActions) {
  if (phase.value === 'open') {
    return (
      <>
        <div class="answers">
          <button key="no" type="button" onClick={() => answer(0)} aria-keyshortcuts="ArrowLeft 0">
            Not for me <kbd>←</kbd>
          </button>
          <button
            key="yes"
            type="button"
            class="primary"
            onClick={() => answer(1)}
            aria-keyshortcuts="ArrowRight 1"
          >
            I’d go <kbd>→</kbd>
          </button>
        </div>
        <p class="fine">
          Silence counts as “not for me” in <b>{secondsLeft.value ?? windowSeconds.value} s</b>.
        </p>
      </>
    );
  }
  const waiting = phase.value === 'sealed';
  const again = cardsDealt.value > 0;
  return (
    <>
      <div class="answers">
        <button
          key="deal"
          type="button"
          class="primary needs-script"
          onClick={deal}
          disabled={phase.value === 'failed'}
          aria-disabled={waiting}
        >
          {again ? 'Deal another card' : 'Deal a card'}
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
