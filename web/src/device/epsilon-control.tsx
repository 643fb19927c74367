/** Privacy per report: one control, three read-outs in plain words, and the expert's view of the same. */
import type { ReadonlySignal } from '@preact/signals';
import { explain } from 'ldp-bandits';
import type { ComponentChildren } from 'preact';
import { STOPS } from '../shared/experiment.js';
import { inHundred, plural, timesText } from '../shared/format.js';
import { People } from '../shared/people.js';
import { visitorsFactor } from '../shared/price.js';
import { stop, wishedEpsilon } from '../shared/selection.js';
import { EpsilonDial } from './epsilon-dial.js';
import { Expert } from './expert.js';
import { budget } from './state.js';

export function EpsilonControl({ rate }: { rate: ReadonlySignal<number> }) {
  const epsilon = wishedEpsilon.value;
  const one = explain({ epsilon, delta: 0 });
  const truth = one.bestGuessInHundred;
  return (
    <>
      <EpsilonDial stops={STOPS} truth={truth} />
      <AnswerPictures truth={truth} />
      <ReadOuts
        truth={truth}
        about="one answer of yours"
        factor={visitorsFactor(one.oddsFactor, rate.value)}
      >
        What the server needs to be as sure as one that reads every answer, on a page where{' '}
        {Math.round(rate.value * 100)} in 100 say yes.
      </ReadOuts>
      <Expert epsilon={epsilon} secret="the answer">
        <CoinInWords truth={truth} />
      </Expert>
    </>
  );
}

/** What a bit about one answer says, as two crowds. */
export function AnswerPictures({ truth }: { truth: number }) {
  return (
    <div class="crowd-pictures">
      <figure>
        <People
          filled={truth}
          label={`${inHundred(truth)} of 100 who would go send y = 1, the others y = 0`}
        />
        <figcaption>
          Of 100 who’d go, <b>{inHundred(truth)}</b> reports say so, {inHundred(100 - truth)} say
          the opposite.
        </figcaption>
      </figure>
      <figure>
        <People
          filled={100 - truth}
          label={`${inHundred(100 - truth)} of 100 who would not go send y = 1, the others y = 0`}
        />
        <figcaption>
          Of 100 who would not, <b>{inHundred(100 - truth)}</b> reports say they’d go.
        </figcaption>
      </figure>
    </div>
  );
}

/** How a bit about one answer is made. */
export function CoinInWords({ truth }: { truth: number }) {
  return (
    <>
      Mechanism: convert-to-Bernoulli. The answer picks an integer threshold, 64 random bits from
      this device are compared with it, and the result is the bit y, true to the answer{' '}
      {inHundred(truth)} times in 100. No floating-point noise.
    </>
  );
}

/**
 * @param props.truth of a hundred guesses from one report, the most that can be right
 * @param props.about what a guess is about
 * @param props.factor how many times the visitors the server needs
 * @param props.children for what it needs them
 */
export function ReadOuts(props: {
  truth: number;
  about: string;
  factor: number;
  children: ComponentChildren;
}) {
  const { spent, limit } = budget.value;
  const { reports } = budget.value;
  const planned = Math.max(1, Math.floor(limit.epsilon / stop.value));
  const basis =
    reports > 0 ? spent : { epsilon: Math.min(limit.epsilon, planned * stop.value), delta: 0 };
  const all = explain(basis).bestGuessInHundred;
  return (
    <div class="readouts">
      <section>
        <h3>One report</h3>
        <p class="big">
          {inHundred(props.truth)} <small>in 100</small>
        </p>
        <p>The best guess about {props.about} is right so often. A guess with no report: 50.</p>
      </section>
      <section>
        <h3>{reports > 0 ? 'All your reports so far' : 'Your whole budget'}</h3>
        <p class="big">
          {inHundred(all)} <small>in 100</small>
        </p>
        <p>
          {reports > 0
            ? `The worst case after ${plural(reports, 'report')}: all of them about one secret of yours.`
            : `The worst case after ${plural(planned, 'report')}, when the budget is gone: all about one secret.`}
        </p>
      </section>
      <section>
        <h3>The price</h3>
        <p class="big">
          {timesText(props.factor)} <small>the visitors</small>
        </p>
        <p>{props.children}</p>
      </section>
    </div>
  );
}
