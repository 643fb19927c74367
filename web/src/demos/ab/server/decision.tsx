/**
 * What the test says by now: go on, stop with this error probability, certified, or ended; how few forged reports
 * would turn it; and how much is still to come.
 */

import { predictedVisitors } from 'ldp-bandits/recommend';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { orderEnd } from '../../../server/operator.js';
import { countText, epsilonText, plural, timesText } from '../../../shared/format.js';
import { stop } from '../../../shared/selection.js';
import { ERROR_PROBABILITY } from '../shared/experiment.js';
import { knownMeans, type TestSnapshot } from '../shared/snapshot.js';
import { VARIANTS } from '../shared/variants.js';
import { chanceText, rounded } from '../shared/words.js';
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
      <Expected snapshot={snapshot} />
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
        Everybody is shown {letter} now, and nothing is sent any more.
      </p>
      <HandOver press={() => void orderEnd(experiment, false)}>Take the end back</HandOver>
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
        {letter}, and send nothing any more: the answer stays. The site’s operator ends the test.
      </p>
      <HandOver press={() => void orderEnd(experiment, true)}>End the test with {letter}</HandOver>
    </>
  );
}

/** A number, not a protection. */
function Forgeries({ snapshot: { forgeries, reports } }: { snapshot: TestSnapshot }) {
  if (forgeries === null || forgeries === undefined) return null;
  return (
    <p class="fine forgeries">
      Forged reports that would turn this answer: <b>{countText(forgeries)}</b>, beside{' '}
      {countText(reports)} counted ones.
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
            ? 'That you looked before you stopped changes nothing: the bound holds at all times at once.'
            : 'That is no claim at all: by now any of them may be the best.'}
        </p>
        <HandOver press={goOn}>Go on testing</HandOver>
      </div>
    );
  }
  if (best.answer === null) {
    return (
      <p>{reports === 0 ? 'No report yet' : 'Too few reports yet'}: there is nothing to answer.</p>
    );
  }
  const letter = letterOf(best.answer);
  return (
    <>
      {best.error < 1 ? (
        <p>
          The answer would be <b class="answer">{letter}</b>, and wrong with a probability of at
          most <b class="chance">{chanceText(best.error)}</b>. At {chanceText(ERROR_PROBABILITY)} it
          is certified.
        </p>
      ) : (
        <p>
          <b class="answer">{letter}</b> is in front, and nothing can be claimed yet. It is
          certified when its error probability is down to {chanceText(ERROR_PROBABILITY)}.
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

/** From the estimates alone, as a site could. */
function Expected({ snapshot }: { snapshot: TestSnapshot }) {
  const means = knownMeans(snapshot);
  if (!means) return null;
  const terms = { means, errorProbability: ERROR_PROBABILITY };
  const withPrivacy = predictedVisitors({ ...terms, epsilon: stop.value });
  const inTheClear = predictedVisitors({ ...terms, epsilon: Infinity });
  if (!Number.isFinite(withPrivacy)) {
    return (
      <p class="fine">Two variants look alike by now, and a test between equals certifies none.</p>
    );
  }
  const visitors = countText(rounded(withPrivacy));
  const visitorsInTheClear = countText(rounded(inTheClear));
  return (
    <p class="expected">
      If these estimates were exact, such a test would take about <b>{visitors} visitors</b> at ε ={' '}
      {epsilonText(stop.value)}, and{' '}
      {visitors === visitorsInTheClear ? (
        'as many if every answer were read.'
      ) : (
        <>
          <b>{visitorsInTheClear}</b> if every answer were read:{' '}
          {timesText(withPrivacy / inTheClear)} as many.
        </>
      )}{' '}
      That is the mean: of ten tests of two variants one takes less than a quarter of it, and one
      twice as many.
    </p>
  );
}
