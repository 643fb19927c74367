/** Deniability of a vector: how many people with other numbers send a packet that leans as yours does. */
import { explain } from 'ldp-bandits/explain';
import { Alibis } from '../../../device/alibis.js';
import { cardEpsilon } from '../../../device/state.js';
import { percentText } from '../../../shared/format.js';
import { People } from '../../../shared/people.js';
import { linearTrace } from './state.js';

export function PersonalDeniability() {
  const report = linearTrace.value?.report;
  if (!report?.truth || cardEpsilon.value === null) return null;
  const { truth, sent } = report;
  const truthful = explain({ epsilon: cardEpsilon.value, delta: 0 }).bestGuessInHundred;
  const leansYourWay = truth.reduce((sum, value, i) => sum + value * (sent[i] ?? 0), 0) > 0;
  const others = percentText(100 - truthful);
  return (
    <Alibis>
      <p>
        Your report leans {leansYourWay ? 'towards' : 'away from'} your true numbers. Of people with
        any other numbers <b>at least {others}</b> send one that leans the same way, and every
        report that they send you could have sent.
      </p>
      <People
        filled={100 - truthful}
        label={`At least ${others} of other people send a report that leans the same way`}
      />
      <p class="fine">
        Not deniable: that you were here, roughly when, and your IP address. What you were shown was
        never sent.
      </p>
    </Alibis>
  );
}
