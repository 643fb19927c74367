/** THIS DEVICE: two layouts, what was said of them, what the coin did, and what will be sent. */
import type { ReadonlySignal } from '@preact/signals';
import { coinFact, Facts, Status, sentFact, takenText } from '../../../device/facts.js';
import type { TableActions } from '../../../device/session.js';
import { phase, reason, windowSeconds } from '../../../device/state.js';
import { ZoneTitle } from '../../../shared/zone.js';
import { type Point, settingText } from '../shared/settings.js';
import { TuneDeniability } from './deniability.js';
import { OwnSetting } from './own-setting.js';
import { type Preference, pair, type TuneTrace, tuneTrace } from './state.js';
import { Tuning } from './table.js';
import { honestBit, sideText } from './words.js';

/** @param props.learnt public: what the server has published as its answer */
export function TuneDevicePanel(
  props: TableActions<Preference> & { learnt: ReadonlySignal<Point | null> },
) {
  const { deal, answer, learnt } = props;
  const trace = tuneTrace.value;
  return (
    <>
      <ZoneTitle zone="device" />
      <Tuning deal={deal} answer={answer} />
      <Facts
        facts={[
          ['You said', saidText()],
          ['Direction', pair.value ? 'drawn in advance: public' : 'drawn with the layouts'],
          coinFact(trace && keptText(trace), 'tossed when two are shown'),
          sentFact(trace && `y = ${trace.bit}, for ${trace.bit === 1 ? 'right' : 'left'}`),
        ]}
      />
      <TuneDeniability />
      <OwnSetting learnt={learnt} />
      <Status
        open={pair.value ? openText(pair.value) : ''}
        taken={trace && takenText('Answer', trace.bit)}
      />
    </>
  );
}

function saidText(): string {
  if (!tuneTrace.value) return phase.value === 'open' ? 'nothing yet' : 'nothing shown yet';
  const { preference } = tuneTrace.value;
  return preference === null ? 'no answer: “no difference”' : `“${sideText(preference)}”`;
}

function keptText({ preference, bit }: TuneTrace): boolean | string {
  const honest = honestBit(preference ?? 0);
  return honest === null ? 'a fair one: the bit says nothing' : bit === honest;
}

const openText = ([left, right]: readonly [Point, Point]) =>
  `Left: ${settingText(left)}. Right: ${settingText(right)}. Which is better? You have ${windowSeconds.value} seconds. ${reason.value}`;
