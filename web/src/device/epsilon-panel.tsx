/** Privacy per report: one control, three read-outs in plain words, and the expert's view of the same. */
import { explain } from 'ldp-bandits';
import type { ComponentChildren } from 'preact';
import type { Stop } from '../shared/experiment.js';
import { inHundred, plural, timesText } from '../shared/format.js';
import { People } from '../shared/people.js';
import { stop, wishedEpsilon } from '../shared/selection.js';
import { EpsilonDial } from './epsilon-dial.js';
import { Expert } from './expert.js';
import { budget } from './state.js';

/** The level that the visitor asks for; `truth`: of a hundred guesses from one report, the most that can be right. */
export function levelNow() {
  const epsilon = wishedEpsilon.value;
  const { bestGuessInHundred: truth, oddsFactor } = explain({ epsilon, delta: 0 });
  return { epsilon, truth, oddsFactor };
}

/**
 * @param props.pictures what a report says, as two crowds
 * @param props.about what a guess is about
 * @param props.factor how many times the visitors the server needs, and in `price` for what
 * @param props.secret whom or what a report could tell about
 * @param props.mechanism how the report is made
 */
export function EpsilonPanel(props: {
  stops: readonly Stop[];
  pictures: readonly { filled: number; label: string; text: ComponentChildren }[];
  about: string;
  factor: number;
  price: ComponentChildren;
  secret: string;
  mechanism: ComponentChildren;
}) {
  const { epsilon, truth } = levelNow();
  return (
    <>
      <EpsilonDial stops={props.stops} truth={truth} />
      <div class="crowd-pictures">
        {props.pictures.map(({ filled, label, text }, i) => (
          <figure key={i}>
            <People filled={filled} label={label} />
            <figcaption>{text}</figcaption>
          </figure>
        ))}
      </div>
      <ReadOuts truth={truth} about={props.about} factor={props.factor}>
        {props.price}
      </ReadOuts>
      <Expert epsilon={epsilon} secret={props.secret}>
        {props.mechanism}
      </Expert>
    </>
  );
}

function ReadOuts(props: {
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
