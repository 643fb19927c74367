/** Epsilon slider for preferences, with its cost in visitors. */

import { sliders } from '../../../../generated/prices-start.json';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { percentText } from '../../../shared/format.js';
import { priceFactor } from '../../../shared/price-factor.js';
import { TUNE } from '../shared/experiment.js';

export function TuneEpsilonControl() {
  const { epsilon, truth } = levelNow();
  return (
    <EpsilonPanel
      stops={TUNE.stops}
      pictures={[
        {
          filled: truth,
          label: `${percentText(truth)} of those who prefer the right one send y = 1`,
          text: (
            <>
              <b>{percentText(truth)}</b> of “right” answers are sent as right.
            </>
          ),
        },
        {
          filled: 50,
          label: '50% of those who see no difference send y = 1',
          text: (
            <>
              <b>50%</b> of “no difference” answers are sent as right.
            </>
          ),
        },
      ]}
      about="at your answer"
      factor={priceFactor('sliders', sliders, epsilon)}
      price="for comparisons."
    />
  );
}
