/**
 * What the test says by now: go on, stop with this error probability, certified, or ended; how few forged reports
 * would turn it; and how many days are left.
 */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { orderEnd } from '../../../server/operator.js';
import { countText, plural } from '../../../shared/format.js';
import { ERROR_PROBABILITY } from '../shared/experiment.js';
import type { TestSnapshot } from '../shared/snapshot.js';
import { VARIANTS } from '../shared/variants.js';
import { chanceText } from '../shared/words.js';
import { DaysLeft } from './days-left.js';
import { ErrorCurve } from './error-curve.js';
import { errorsOnShow, goOn, stopNow, verdict } from './state.js';

const letterOf = (variant: number | null) =>
  variant === null ? '' : (VARIANTS[variant]?.letter ?? '');

export function Decision({ snapshot }: { snapshot: TestSnapshot }) {
  const hasEnded = snapshot.ended === true;
  const isOver = hasEnded || snapshot.best.certified;
  const Said = hasEnded ? Ended : isOver ? Certified : Open;
  return (
    <section class={isOver ? 'decision decided' : 'decision'} aria-labelledby="decision-title">
      <h3 id="decision-title">
        {hasEnded ? 'The test has ended' : isOver ? 'End the test?' : 'Stop now?'}
      </h3>
      <Said snapshot={snapshot} />
      {!isOver && <Forgeries snapshot={snapshot} />}
      <ErrorCurve past={errorsOnShow.value} />
      {!isOver && <DaysLeft snapshot={snapshot} />}
    </section>
  );
}

function Ended({ snapshot: { experiment, best, reports } }: { snapshot: TestSnapshot }) {
  const letter = letterOf(best.answer);
  return (
    <>
      <p>
        <b class="answer">{letter}</b> is {best.certified ? 'certified' : 'the answer'}: wrong with
        a probability of at most <b>{chanceText(best.error)}</b>, after {plural(reports, 'report')}.
        Everyone is shown {letter}; nothing more is sent.
      </p>
      <HandOver press={() => void orderEnd(experiment, false)}>Reopen the test</HandOver>
    </>
  );
}

/** Until the operator confirms it. */
function Certified({ snapshot: { experiment, best, reports } }: { snapshot: TestSnapshot }) {
  const letter = letterOf(best.answer);
  return (
    <>
      <p>
        <b class="answer">{letter}</b> is certified: wrong with a probability of at most{' '}
        <b>{chanceText(best.error)}</b>, after {plural(reports, 'report')}. Visitors are shown{' '}
        {letter} and send nothing more. The operator ends the test.
      </p>
      <HandOver press={() => void orderEnd(experiment, true)}>End the test with {letter}</HandOver>
    </>
  );
}

/** A number, not a protection. */
function Forgeries({ snapshot: { forgeries } }: { snapshot: TestSnapshot }) {
  if (forgeries === null || forgeries === undefined) return null;
  return (
    <p class="fine forgeries">
      Forged reports that would turn this answer: <b>{countText(forgeries)}</b>.
    </p>
  );
}

function Open({ snapshot: { best, reports } }: { snapshot: TestSnapshot }) {
  const byHand = verdict.value;
  if (byHand) {
    return (
      <div class="by-hand" role="status">
        <p>
          You stopped at {plural(byHand.reports, 'report')}. Your answer is{' '}
          <b class="answer">{letterOf(byHand.answer)}</b>, wrong with a probability of at most{' '}
          <b>{chanceText(byHand.error)}</b>.{' '}
          {byHand.error < 1
            ? 'Looking before you stopped changes nothing: the bound holds at all times at once.'
            : 'That is no claim: any of them may be the best.'}
        </p>
        <HandOver press={goOn}>Continue the test</HandOver>
      </div>
    );
  }
  if (best.answer === null) {
    return <p>{reports === 0 ? 'No report yet' : 'Too few reports yet'}: no answer yet.</p>;
  }
  const letter = letterOf(best.answer);
  return (
    <>
      {best.error < 1 ? (
        <p>
          <b class="answer">{letter}</b> is in front: wrong with a probability of at most{' '}
          <b class="chance">{chanceText(best.error)}</b>. It is certified at{' '}
          {chanceText(ERROR_PROBABILITY)}.
        </p>
      ) : (
        <p>
          <b class="answer">{letter}</b> is in front; no claim yet. It is certified at{' '}
          {chanceText(ERROR_PROBABILITY)}.
        </p>
      )}
      <HandOver press={stopNow}>Stop now, answer {letter}</HandOver>
    </>
  );
}

let isHandedOver = false;

/** A button that is replaced by another one when it is pressed, which gets its focus. */
function HandOver({ press, children }: { press(): void; children: ComponentChildren }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isHandedOver) button.current?.focus();
    isHandedOver = false;
  }, []);
  return (
    <button
      type="button"
      class="needs-script"
      ref={button}
      onClick={() => {
        isHandedOver = true;
        press();
      }}
    >
      {children}
    </button>
  );
}
