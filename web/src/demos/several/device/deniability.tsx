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
    <Alibis press="Tell your boss it was the coin" title="“It was the coin”">
      <Alibi trace={{ answer, bit }} epsilon={cardEpsilon.value} about={` about “${name}”`}>
        What you said to the other two cards you need not deny: no packet was made of it. What you
        cannot deny: that you were here, roughly when, that “{name}” was on your slate, and your IP
        address.
      </Alibi>
    </Alibis>
  );
}
