/** Epsilon slider for preferences, with its cost in visitors. */
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { inHundred } from '../../../shared/format.js';
import { visitorsFactor } from '../../../shared/price.js';
import { TUNE } from '../shared/experiment.js';

/** Near the best setting one visitor in two prefers either side. */
const EVEN = 0.5;

export function TuneEpsilonControl() {
  const { truth, oddsFactor } = levelNow();
  return (
    <EpsilonPanel
      stops={TUNE.stops}
      pictures={[
        {
          filled: truth,
          label: `${inHundred(truth)} of 100 who prefer the right one send y = 1, the others y = 0`,
          text: (
            <>
              Of 100 who prefer right, <b>{inHundred(truth)}</b> reports say so,{' '}
              {inHundred(100 - truth)} say left.
            </>
          ),
        },
        {
          filled: 50,
          label: '50 of 100 who see no difference send y = 1, the others y = 0',
          text: (
            <>
              Of 100 who see no difference or keep silent, <b>50</b> reports say right.
            </>
          ),
        },
      ]}
      about="which one you prefer"
      factor={visitorsFactor(oddsFactor, EVEN)}
      price="What the server needs to be led as surely as one that hears every preference. However many sliders: a report stays one bit."
      secret="the preference"
      mechanism="Mechanism: convert-to-Bernoulli. A preference v from −1 (left) to 1 (right) picks an integer threshold, 64 random bits from this device are compared with it, and the result is the bit y: 1 with probability 1/2 + v tanh(ε/2)/2. The server multiplies the debiased bit by the direction: on average that is the slope of the crowd’s loss, smoothed over the circle. No floating-point noise."
    />
  );
}
