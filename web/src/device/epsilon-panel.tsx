/** Privacy per report: one control, three read-outs in plain words, and the bound on the odds. */
import { explain } from 'ldp-bandits/explain';
import type { ComponentChildren } from 'preact';
import type { Stop } from '../shared/experiment.js';
import { percentText, plural, timesText } from '../shared/format.js';
import { People } from '../shared/people.js';
import { guessRate } from '../shared/rates.js';
import { stop, wishedEpsilon } from '../shared/selection.js';
import { EpsilonDial } from './epsilon-dial.js';
import { budget } from './state.js';

/** The level that the visitor asks for; `truth`: percent of coins that keep the answer. */
export function levelNow() {
  const epsilon = wishedEpsilon.value;
  const { bestGuessInHundred: truth, texts, sentences } = explain({ epsilon, delta: 0 });
  return { epsilon, truth, texts, sentences };
}

/**
 * @param props.pictures what a report says, as two crowds
 * @param props.about what a guess is: `at your answer`
 * @param props.areBits whether a report is one bit, so that the rate of right guesses is known and not only its bound
 * @param props.factor how many times the visitors the server needs, and in `price` for what
 */
export function EpsilonPanel(props: {
  stops: readonly Stop[];
  pictures: readonly { filled: number; label: string; text: ComponentChildren }[];
  about: string;
  areBits?: boolean;
  factor: number;
  price: ComponentChildren;
}) {
  const { texts, sentences } = levelNow();
  return (
    <>
      <EpsilonDial stops={props.stops} odds={texts.odds} />
      <div class="crowd-pictures">
        {props.pictures.map(({ filled, label, text }, i) => (
          <figure key={i}>
            <People filled={filled} label={label} />
            <figcaption>{text}</figcaption>
          </figure>
        ))}
      </div>
      <ReadOuts {...props} guess={texts.guess} />
      <p class="fine">{sentences.odds}</p>
    </>
  );
}

function ReadOuts(props: {
  guess: string;
  about: string;
  areBits?: boolean;
  factor: number;
  price: ComponentChildren;
}) {
  const { guess, about, areBits = true, factor, price } = props;
  return (
    <div class="readouts">
      <section>
        <h3>One report</h3>
        <p class="big">
          <small>at most</small> {guess}
        </p>
        <p>of guesses {about} are right, from even odds.</p>
      </section>
      <InAll areBits={areBits} />
      <section>
        <h3>The price</h3>
        <p class="big">
          {timesText(factor)} <small>the visitors</small>
        </p>
        <p>{price}</p>
      </section>
    </div>
  );
}

/** What all reports together tell, if they are about one secret: those that were sent, else those that can be. */
function InAll({ areBits }: { areBits: boolean }) {
  const { spent, limit, reports } = budget.value;
  const count = reports || Math.max(1, Math.floor(limit.epsilon / stop.value));
  const epsilon = reports > 0 ? spent.epsilon : Math.min(limit.epsilon, count * stop.value);
  const bound = explain({ epsilon, delta: 0 }).texts.guess;
  // The rate is that of reports which are all at one level.
  const isRate = areBits && Math.abs(epsilon - count * stop.value) < 1e-9;
  return (
    <section>
      <h3>{reports > 0 ? 'Your reports so far' : 'Your whole budget'}</h3>
      <p class="big">
        {isRate ? (
          percentText(100 * guessRate(count, stop.value))
        ) : (
          <>
            <small>at most</small> {bound}
          </>
        )}
      </p>
      <p>
        from even odds after {plural(count, 'report')} about one secret
        {isRate && count > 1 && `; by any method at most ${bound}`}.
      </p>
    </section>
  );
}
