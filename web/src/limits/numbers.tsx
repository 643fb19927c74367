/** The numbers of /limits/, computed by the library so that no text can drift from the formula. */

import { explain } from 'ldp-bandits';
import { stretch } from '../demos/personal/shared/ball.js';
import { DIMENSION } from '../demos/personal/shared/features.js';
import { visitorsFactor } from '../demos/personal/shared/price.js';
import { allAnswersFactor, oneAnswerFactor } from '../demos/several/shared/price.js';
import { DataTable } from '../shared/data-table.js';
import { EPSILON_TOTAL, STOPS } from '../shared/experiment.js';
import { countText, epsilonText, inHundred } from '../shared/format.js';

const COUNTS = [1, 2, 3, 8, 20];

/** How well an attacker can guess one fixed secret from several reports about it, at worst. */
export function LimitNumbers() {
  return (
    <DataTable
      label="What reports add up to"
      kind="numbers"
      caption="How often in 100 the best guess about one secret is right, if every report is about that secret"
      heads={[
        'ε per report',
        ...COUNTS.map((count) => (count === 1 ? '1 report' : `${count} reports`)),
        'one forged report counts as',
      ]}
      named
      rows={STOPS.map((stop) => [
        epsilonText(stop),
        ...COUNTS.map((count) =>
          stop * count > EPSILON_TOTAL ? <Beyond key={count} /> : guess(stop * count),
        ),
        `${forgery(stop)} answers`,
      ])}
    >
      <p class="fine">
        A dash is beyond this page’s budget of ε {EPSILON_TOTAL}: this browser would not send that
        many.
      </p>
    </DataTable>
  );
}

function Beyond() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">beyond the budget</span>
    </>
  );
}

function guess(epsilon: number): string {
  return inHundred(explain({ epsilon, delta: 0 }).bestGuessInHundred);
}

/** Numbers inside the text, by the id of their place: at ε = 1, for packets like those of Personal. */
export function numbersInText(): Record<string, string> {
  const reach = stretch(1, DIMENSION);
  return {
    'limit-price': countText(visitorsFactor(1)),
    'limit-forged': reach.toFixed(1),
    // A forged packet: every number at the 16-bit limit, which bounds the length of an honest packet as a whole.
    'limit-forged-most': (reach * Math.sqrt(DIMENSION)).toFixed(1),
    'limit-forged-bit': forgery(1),
    // Where half of the answers are yes.
    'limit-slate': countText(oneAnswerFactor(1, 0.5)),
    'limit-slate-all': countText(allAnswersFactor(1, 0.5)),
    'limit-slate-forged': forgery(1),
    'limit-test-forged': forgery(1),
    'limit-tune-forged': forgery(1),
  };
}

/** A debiased bit moves the server's sum by 1/θ, θ = tanh(ε/2), where an answer in the clear moves it by 1. */
function forgery(epsilon: number): string {
  const { oddsFactor } = explain({ epsilon, delta: 0 });
  return ((oddsFactor + 1) / (oddsFactor - 1)).toFixed(2);
}
