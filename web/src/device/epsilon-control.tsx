/** Epsilon slider for one answer, with its cost in visitors. */
import { POSTER } from '../shared/experiment.js';
import { timesText } from '../shared/format.js';
import { testPrice } from '../shared/prices.js';
import { answerPictures } from './answer-pictures.js';
import { EpsilonPanel, levelNow } from './epsilon-panel.js';

export function EpsilonControl() {
  const { epsilon, truth } = levelNow();
  return (
    <EpsilonPanel
      stops={POSTER.stops}
      pictures={answerPictures(truth)}
      about="at your answer"
      factor={testPrice(epsilon, 0.5).factor}
      price={<>where 50% say yes; {timesText(testPrice(epsilon, 0.02).factor)} where 2% do.</>}
    />
  );
}
