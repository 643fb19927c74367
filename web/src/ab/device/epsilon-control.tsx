/** Epsilon slider for a test, with its cost in visitors. */
import type { ReadonlySignal } from '@preact/signals';
import { explain } from 'ldp-bandits';
import { predictedVisitors } from 'ldp-bandits/recommend';
import { AnswerPictures, CoinInWords, ReadOuts } from '../../device/epsilon-control.js';
import { EpsilonDial } from '../../device/epsilon-dial.js';
import { Expert } from '../../device/expert.js';
import { wishedEpsilon } from '../../shared/selection.js';
import { AB_STOPS, ERROR_PROBABILITY } from '../shared/experiment.js';

/** A test as hard as many are, for as long as there are no estimates. */
const NOTHING_KNOWN = [0.4, 0.5];

/** @param props.means public estimates, by variant; null: there are none */
export function AbEpsilonControl({ means }: { means: ReadonlySignal<readonly number[] | null> }) {
  const epsilon = wishedEpsilon.value;
  const truth = explain({ epsilon, delta: 0 }).bestGuessInHundred;
  const terms = { means: means.value ?? NOTHING_KNOWN, errorProbability: ERROR_PROBABILITY };
  const inTheClear = predictedVisitors({ ...terms, epsilon: Infinity });
  return (
    <>
      <EpsilonDial stops={AB_STOPS} truth={truth} />
      <AnswerPictures truth={truth} />
      <ReadOuts
        truth={truth}
        about="one answer of yours"
        factor={predictedVisitors({ ...terms, epsilon }) / inTheClear}
      >
        How much longer the test takes than one that reads every answer, for variants as the server
        sees them now and the same error probability.
      </ReadOuts>
      <Expert epsilon={epsilon} secret="the answer">
        <CoinInWords truth={truth} /> Between two variants the coin leaves tanh(ε/2) of their
        distance, and a test takes as many visitors as the distance is small, squared.
      </Expert>
    </>
  );
}
