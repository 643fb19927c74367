/** Epsilon slider for a test, with its cost in visitors. */
import type { ReadonlySignal } from '@preact/signals';
import { predictedVisitors } from 'ldp-bandits/recommend';
import { answerPictures, CoinInWords } from '../../../device/answer-pictures.js';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { AB, ERROR_PROBABILITY } from '../shared/experiment.js';

/** A test as hard as many are, for as long as there are no estimates. */
const NOTHING_KNOWN = [0.4, 0.5];

/** @param props.means public estimates, by variant; null: there are none */
export function AbEpsilonControl({ means }: { means: ReadonlySignal<readonly number[] | null> }) {
  const { epsilon, truth } = levelNow();
  const terms = {
    means: means.value ?? NOTHING_KNOWN,
    errorProbability: ERROR_PROBABILITY,
  };
  const inTheClear = predictedVisitors({ ...terms, epsilon: Infinity });
  return (
    <EpsilonPanel
      stops={AB.stops}
      pictures={answerPictures(truth)}
      about="one answer of yours"
      factor={predictedVisitors({ ...terms, epsilon }) / inTheClear}
      price="How much longer the test takes than one that reads every answer, for variants as the server sees them now and the same error probability."
      secret="the answer"
      mechanism={
        <>
          <CoinInWords truth={truth} /> Between two variants the coin leaves tanh(ε/2) of their
          distance, and a test takes as many visitors as the distance is small, squared.
        </>
      }
    />
  );
}
