/** Deniability of a vector: how many people with other numbers send a packet that leans as yours does. */
import { explain } from 'ldp-bandits';
import { Alibis } from '../../../device/alibis.js';
import { cardEpsilon } from '../../../device/state.js';
import { inHundred } from '../../../shared/format.js';
import { People } from '../../../shared/people.js';
import { linearTrace } from './state.js';

export function PersonalDeniability() {
  const report = linearTrace.value?.report;
  if (!report?.truth || cardEpsilon.value === null) return null;
  const { truth, sent } = report;
  const truthful = explain({ epsilon: cardEpsilon.value, delta: 0 }).bestGuessInHundred;
  const leansYourWay = truth.reduce((sum, value, i) => sum + value * (sent[i] ?? 0), 0) > 0;
  const others = inHundred(100 - truthful);
  return (
    <Alibis press="Tell your boss it was the noise" title="“It was the noise”">
      <p>
        Your packet leans {leansYourWay ? 'towards' : 'away from'} your true numbers. Whoever your
        true numbers belonged to instead, whatever they want and whatever they said: of 100 such
        people <b>at least {others}</b> send one that leans the same way, and none of them sends a
        packet that you could not have sent.
      </p>
      <People
        filled={100 - truthful}
        label={`At least ${others} of 100 other people send a packet that leans the same way`}
      />
      <p class="fine">
        What you cannot deny: that you were here, roughly when, and your IP address. Which card you
        saw you can: it was never sent.
      </p>
    </Alibis>
  );
}
