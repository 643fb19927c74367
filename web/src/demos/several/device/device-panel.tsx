/** THIS DEVICE: three options, what was said to them, what stays here, and what will be sent. */
import { coinFact, Facts, Status, sentFact, takenText } from '../../../device/facts.js';
import type { TableActions } from '../../../device/session.js';
import { packetState, phase, reason, windowSeconds } from '../../../device/state.js';
import { ZoneTitle } from '../../../shared/zone.js';
import { CARDS } from '../shared/cards.js';
import { SlateDeniability } from './deniability.js';
import { answerTo, type Dealt, dealt, slateTrace } from './state.js';
import { Slate } from './table.js';

export function SlateDevicePanel(actions: TableActions<readonly (1 | 0)[]>) {
  const [slate, trace] = [dealt.value, slateTrace.value];
  const kept = slate && trace && trace.bit === answerTo(slate.reported, slate, trace);
  return (
    <>
      <ZoneTitle zone="device" />
      <Slate {...actions} />
      <Facts
        facts={[
          ['You said', saidText()],
          ['Is sent', reportedText()],
          ['Stays here', staysText()],
          coinFact(kept, 'tossed when a set is shown'),
          sentFact(slate && trace && `y = ${trace.bit} about option ${slate.reported}`),
        ]}
      />
      <SlateDeniability />
      <Status
        open={slate ? openText(slate) : ''}
        taken={trace && takenText('Answers', trace.bit)}
      />
    </>
  );
}

const nameOf = (card: number) => CARDS[card]?.name ?? '';

function saidText(): string {
  if (!slateTrace.value || !dealt.value) {
    return phase.value === 'open' ? 'nothing yet' : 'no set shown yet';
  }
  const { answers } = slateTrace.value;
  if (answers === null) return 'no answer: three times “not for me”';
  const would = dealt.value.cards.filter((_, place) => answers[place] === 1).map(nameOf);
  return would.length === 0 ? 'none of them' : `“I’d go”: ${would.join(', ')}`;
}

function reportedText(): string {
  if (!dealt.value) return 'one answer, picked in advance';
  if (packetState.value === 'withheld') return 'none: no report is made';
  return `${nameOf(dealt.value.reported)}, picked in advance`;
}

function staysText(): string {
  if (!dealt.value) return 'the answers to the other two';
  if (packetState.value === 'withheld') return 'what you say to all three';
  const { cards, reported } = dealt.value;
  const others = cards.filter((card) => card !== reported).map(nameOf);
  return `what you say to ${others.join(' and ')}`;
}

function openText({ cards, reported }: Dealt): string {
  const leaves =
    packetState.value === 'withheld'
      ? 'No answer is sent.'
      : `The answer to ${nameOf(reported)} is sent.`;
  return `Set: ${cards.map(nameOf).join(', ')}. ${leaves} You have ${windowSeconds.value} seconds. ${reason.value}`;
}
