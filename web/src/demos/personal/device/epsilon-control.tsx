/** Epsilon slider for vectors, with what it means for a report of several numbers. */

import { contexts } from '../../../../generated/prices-start.json';
import { EpsilonPanel, levelNow } from '../../../device/epsilon-panel.js';
import { percentText } from '../../../shared/format.js';
import { priceFactor } from '../../../shared/price-factor.js';
import { PERSONAL } from '../shared/experiment.js';

export function PersonalEpsilonControl() {
  const { epsilon, truth } = levelNow();
  const [same, other] = [percentText(truth), percentText(100 - truth)];
  return (
    <EpsilonPanel
      stops={PERSONAL.stops}
      pictures={[
        {
          filled: truth,
          label: `At most ${same} of reports lean towards their sender’s true numbers`,
          text: (
            <>
              At most <b>{same}</b> of people like you send a report that leans your way.
            </>
          ),
        },
        {
          filled: 100 - truth,
          label: `At least ${other} of the very opposite send a report that leans the same way`,
          text: (
            <>
              At least <b>{other}</b> of your opposites do.
            </>
          ),
        },
      ]}
      about="between two people"
      areBits={false}
      factor={priceFactor('contexts', contexts, epsilon)}
      price="for 6 features, within a factor of 3."
    />
  );
}
