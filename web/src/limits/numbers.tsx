/** The numbers of /limits/, computed by the library so that no text can drift from the formula. */
import { explain } from 'ldp-bandits/explain';
import { stretch } from '../demos/personal/shared/ball.js';
import { DIMENSION } from '../demos/personal/shared/features.js';
import { DataTable } from '../shared/data-table.js';
import { EPSILON_TOTAL, STOPS } from '../shared/experiment.js';
import { aboutText, epsilonText, percentText } from '../shared/format.js';
import { prices } from '../shared/prices.js';
import { guessRate } from '../shared/rates.js';

const COUNTS = [1, 2, 3, 8, 20];

/** How well an attacker can guess one fixed secret from several reports about it, at worst. */
export function LimitNumbers() {
  return (
    <DataTable
      label="What reports add up to"
      kind="numbers"
      caption="Someone who gave one secret even odds is right at most this often, after this many reports about it"
      heads={['ε', ...COUNTS.map(String), 'A forged report counts as']}
      named
      rows={STOPS.map((stop) => [
        epsilonText(stop),
        ...COUNTS.map((count) =>
          stop * count > EPSILON_TOTAL ? (
            <Beyond key={count} />
          ) : (
            explain({ epsilon: stop * count, delta: 0 }).texts.guess
          ),
        ),
        `${forgery(stop)} answers`,
      ])}
    >
      <p class="fine">A dash is beyond a budget of ε {EPSILON_TOTAL}.</p>
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

/** Numbers inside the text, by the id of their place: at ε = 1. */
export function numbersInText(): Record<string, string> {
  // A report like those of the demo Personal.
  const reach = stretch(1, DIMENSION);
  const { odds, belief } = explain({ epsilon: 1, delta: 0 }, 0.02).sentences;
  return {
    'limit-odds': odds,
    'limit-belief': belief,
    'limit-guess-eight': percentText(100 * guessRate(8, 1)),
    'limit-price': aboutText(prices(1).contexts.factor),
    'limit-forged': reach.toFixed(1),
    // Every number at the 16-bit limit, which bounds the length of an honest report as a whole.
    'limit-forged-most': (reach * Math.sqrt(DIMENSION)).toFixed(1),
    'limit-forged-bit': forgery(1),
  };
}

/** A debiased bit moves the server's sum by 1/θ, θ = tanh(ε/2), where an answer in the clear moves it by 1. */
function forgery(epsilon: number): string {
  const { oddsFactor } = explain({ epsilon, delta: 0 });
  return ((oddsFactor + 1) / (oddsFactor - 1)).toFixed(2);
}
