/** Epsilon slider for sets, with their cost in visitors. */
import { answerPictures } from '../../../device/answer-pictures.js';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { prices } from '../../../shared/prices.js';
import { SLATE } from '../shared/experiment.js';

export function SlateEpsilonControl() {
  const { epsilon, truth } = levelNow();
  return (
    <EpsilonPanel
      stops={SLATE.stops}
      pictures={answerPictures(truth)}
      about="at the answer sent"
      factor={prices(epsilon).set.factor}
      price="for a set of 4 of 20, within a factor of 2."
    />
  );
}
