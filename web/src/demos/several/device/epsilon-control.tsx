/** Epsilon slider for sets, with their cost in visitors. */

import { set } from '../../../../generated/prices-start.json';
import { answerPictures } from '../../../device/answer-pictures.js';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { priceFactor } from '../../../shared/price-factor.js';
import { SLATE } from '../shared/experiment.js';

export function SlateEpsilonControl() {
  const { epsilon, truth } = levelNow();
  return (
    <EpsilonPanel
      stops={SLATE.stops}
      pictures={answerPictures(truth)}
      about="at the answer sent"
      factor={priceFactor('set', set, epsilon)}
      price="for a set of 4 of 20, within a factor of 2."
    />
  );
}
