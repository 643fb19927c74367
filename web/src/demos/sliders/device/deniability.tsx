/** Deniability of a preference: how many who would say the opposite send the same bit. */
import { explain } from 'ldp-bandits/explain';
import { Alibis } from '../../../device/alibis.js';
import { cardEpsilon } from '../../../device/state.js';
import { percentText } from '../../../shared/format.js';
import { People } from '../../../shared/people.js';
import { tuneTrace } from './state.js';
import { honestBit, sideText } from './words.js';

export function TuneDeniability() {
  const trace = tuneTrace.value;
  if (!trace || trace.bit === null || cardEpsilon.value === null) return null;
  return (
    <Alibis>
      <Alibi preference={trace.preference} bit={trace.bit} epsilon={cardEpsilon.value} />
      <p class="fine">
        Not deniable: that you were here, roughly when, which two layouts you saw, and your IP
        address.
      </p>
    </Alibis>
  );
}

function Alibi(props: { preference: 1 | 0 | -1 | null; bit: 0 | 1; epsilon: number }) {
  const { preference, bit, epsilon } = props;
  const meant = preference ?? 0;
  const said = `${preference === null ? 'You gave no answer, which counts as' : 'You said'} “${sideText(meant)}”`;
  const honest = honestBit(meant);
  if (honest === null) {
    return (
      <p>
        {said}, and the report says <span class="mono">y = {bit}</span>. A fair coin made it: of
        people like you <b>50% send the same bit</b>.
      </p>
    );
  }
  const truthful = explain({ epsilon, delta: 0 }).bestGuessInHundred;
  const kept = bit === honest;
  const others = kept ? 100 - truthful : truthful;
  const opposite = sideText(meant === 1 ? -1 : 1);
  return (
    <>
      <p>
        {said}, and the report says <span class="mono">y = {bit}</span>. Of people who meant “
        {opposite}”, <b>{percentText(others)} send the same bit</b>
        {kept ? '.' : ', more than of those who agree with you.'}
      </p>
      <People
        filled={others}
        label={`${percentText(others)} of people who meant “${opposite}” send the same bit`}
      />
    </>
  );
}
