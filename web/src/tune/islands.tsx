/** The live parts of /tune/ by the id of their place; rendered once at build time, and again in the browser. */
import { render } from 'preact';
import type { PageActions } from '../card-page.js';
import { LedgerChip } from '../device/ledger.js';
import { packetState, reason, report, secondsLeft } from '../device/state.js';
import { HeaderTools } from '../shared/header-tools.js';
import { Notices } from '../shared/notices.js';
import { Packet } from '../shared/packet.js';
import { TuneDevicePanel } from './device/device-panel.js';
import { TuneEpsilonControl } from './device/epsilon-control.js';
import { type Preference, tuneTrace } from './device/state.js';
import { TuneServerPanel } from './server/server-panel.js';
import { learntAnswer } from './server/state.js';

type TunePageActions = PageActions<Preference>;

/** The one place that joins device and server: what crosses is handed over here and nowhere else. */
export function tuneIslands(actions: TunePageActions) {
  return {
    'tune-tools': () => (
      <>
        <LedgerChip />
        <HeaderTools beforeForgetting={actions.beforeForgetting} />
      </>
    ),
    notices: () => <Notices />,
    'tune-device': () => (
      <TuneDevicePanel deal={actions.deal} answer={actions.answer} learnt={learntAnswer} />
    ),
    'tune-gap': () => (
      <Packet
        report={report.value}
        state={packetState.value === 'sealed' && !tuneTrace.value ? 'open' : packetState.value}
        secondsLeft={secondsLeft.value}
        reason={reason.value}
      />
    ),
    'tune-server': () => <TuneServerPanel />,
    'tune-epsilon': () => <TuneEpsilonControl />,
  } as const;
}

export function mount(actions: TunePageActions): void {
  for (const [id, Island] of Object.entries(tuneIslands(actions))) {
    const place = document.getElementById(id);
    if (place) render(<Island />, place);
  }
}
