/** THIS DEVICE: two layouts, what was said of them, what the coin did, and what will be sent. */
import type { ReadonlySignal } from '@preact/signals';
import {
  budget,
  cardEpsilon,
  packetState,
  phase,
  reason,
  windowSeconds,
} from '../../device/state.js';
import { epsilonText } from '../../shared/format.js';
import { ZoneTitle } from '../../shared/zone.js';
import { type Point, settingText } from '../shared/settings.js';
import { TuneDeniability } from './deniability.js';
import { OwnSetting } from './own-setting.js';
import { pair, tuneTrace } from './state.js';
import { Table, type TuneActions } from './table.js';
import { honestBit, sideText } from './words.js';

/** @param props.learnt public: what the server has published as its answer */
export function TuneDevicePanel(props: TuneActions & { learnt: ReadonlySignal<Point | null> }) {
  const { deal, answer, learnt } = props;
  return (
    <>
      <ZoneTitle zone="device" id="device-title" title="This device" aside="private" />
      <Table deal={deal} answer={answer} />
      <dl class="facts">
        <div>
          <dt>You said</dt>
          <dd>{saidText()}</dd>
        </div>
        <div>
          <dt>Direction</dt>
          <dd>
            {pair.value ? 'drawn before you saw anything: public' : 'drawn with the two layouts'}
          </dd>
        </div>
        <div>
          <dt>Coin here</dt>
          <dd>{coinText()}</dd>
        </div>
        <div>
          <dt>{packetState.value === 'sent' ? 'Sent' : 'Will be sent'}</dt>
          <dd class="mono">{sentText()}</dd>
        </div>
        <div>
          <dt>Budget used</dt>
          <dd>
            ε {epsilonText(budget.value.spent.epsilon)} of {epsilonText(budget.value.limit.epsilon)}
          </dd>
        </div>
      </dl>
      <TuneDeniability />
      <OwnSetting learnt={learnt} />
      <p class="visually-hidden" role="status">
        {statusText()}
      </p>
    </>
  );
}

function saidText(): string {
  if (!tuneTrace.value) return phase.value === 'open' ? 'nothing yet' : 'nothing shown yet';
  const { preference } = tuneTrace.value;
  return preference === null ? 'kept silent: “no difference”' : `“${sideText(preference)}”`;
}

function coinText(): string {
  if (packetState.value === 'withheld') return 'not needed, there is nothing to send';
  if (!tuneTrace.value) {
    return phase.value === 'open' ? 'tossed already, face down' : 'tossed when two are shown';
  }
  const honest = honestBit(tuneTrace.value.preference ?? 0);
  if (honest === null) return 'a fair one decides: the bit says nothing';
  return tuneTrace.value.bit === honest ? 'came up “keep it”' : 'came up “flip it”';
}

function sentText(): string {
  if (packetState.value === 'withheld') return 'nothing';
  if (!tuneTrace.value) return phase.value === 'open' ? 'one bit, answer or not' : 'nothing yet';
  const { bit } = tuneTrace.value;
  return `y = ${bit}, for ${bit === 1 ? 'right' : 'left'}`;
}

/** The polite announcement: one sentence per step, for people who do not see the page move. */
function statusText(): string {
  if (phase.value === 'open' && pair.value) {
    const [left, right] = pair.value;
    return `Left: ${settingText(left)}. Right: ${settingText(right)}. Which is better? You have ${windowSeconds.value} seconds. ${reason.value}`;
  }
  if (packetState.value === 'withheld' || packetState.value === 'unsent') return reason.value;
  if (phase.value === 'sealed' && tuneTrace.value) {
    return `Answer taken. The packet says y = ${String(tuneTrace.value.bit)}.`;
  }
  if (packetState.value === 'sent' && cardEpsilon.value !== null) {
    return `The packet has left. It cost ε ${epsilonText(cardEpsilon.value)}.`;
  }
  return '';
}
