/** Epsilon slider for a test, with its cost in visitors. */
import { answerPictures } from '../../../device/answer-pictures.js';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { timesText } from '../../../shared/format.js';
import { testPrice } from '../../../shared/prices.js';
import { AB } from '../shared/experiment.js';

export function AbEpsilonControl() {
  const { epsilon, truth } = levelNow();
  return (
    <EpsilonPanel
      stops={AB.stops}
      pictures={answerPictures(truth)}
      about="at your answer"
      factor={testPrice(epsilon, 0.5).factor}
      price={<>where 50% say yes; {timesText(testPrice(epsilon, 0.02).factor)} where 2% do.</>}
    />
  );
}
