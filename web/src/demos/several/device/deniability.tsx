/** Deniability of one answer of a slate; of the others there is nothing to deny. */
import { Alibis } from '../../../device/alibis.js';
import { Alibi } from '../../../device/deniability.js';
import { cardEpsilon } from '../../../device/state.js';
import { CARDS } from '../shared/cards.js';
import { answerTo, dealt, slateTrace } from './state.js';

export function SlateDeniability() {
  if (!dealt.value || !slateTrace.value || cardEpsilon.value === null) return null;
  const { bit, answers } = slateTrace.value;
  if (bit === null) return null;
  const { reported } = dealt.value;
  const answer = answers === null ? null : answerTo(reported, dealt.value, slateTrace.value);
  const name = CARDS[reported]?.name;
  return (
    <Alibis>
      <Alibi trace={{ answer, bit }} epsilon={cardEpsilon.value} about={` about “${name}”`}>
        Your other two answers never left. Not deniable: that you were here, roughly when, that “
        {name}” was in your set, and your IP address.
      </Alibi>
    </Alibis>
  );
}
