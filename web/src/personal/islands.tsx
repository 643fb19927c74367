/** The live parts of /personal/ by the id of their place; rendered once at build time, and again in the browser. */
import { render } from 'preact';
import type { PageActions } from '../card-page.js';
import { LedgerChip } from '../device/ledger.js';
import { packetState, reason, report, secondsLeft } from '../device/state.js';
import { HeaderTools } from '../shared/header-tools.js';
import { Notices } from '../shared/notices.js';
import { Packet } from '../shared/packet.js';
import { PersonalDevicePanel } from './device/device-panel.js';
import { PersonalEpsilonControl } from './device/epsilon-control.js';
import { linearTrace } from './device/state.js';
import { PacketNumbers } from './packet-numbers.js';
import { PersonalServerPanel } from './server/server-panel.js';

/** The one place that joins device and server: what crosses is handed over here and nowhere else. */
export function personalIslands(actions: PageActions) {
  return {
    'personal-tools': () => (
      <>
        <LedgerChip />
        <HeaderTools beforeForgetting={actions.beforeForgetting} />
      </>
    ),
    notices: () => <Notices />,
    'personal-device': () => <PersonalDevicePanel deal={actions.deal} answer={actions.answer} />,
    'personal-gap': () => (
      <Packet
        report={report.value}
        state={packetState.value === 'sealed' && !linearTrace.value ? 'open' : packetState.value}
        secondsLeft={secondsLeft.value}
        reason={reason.value}
        Numbers={PacketNumbers}
      />
    ),
    'personal-server': () => <PersonalServerPanel />,
    'personal-epsilon': () => <PersonalEpsilonControl />,
  } as const;
}

export function mount(actions: PageActions): void {
  for (const [id, Island] of Object.entries(personalIslands(actions))) {
    const place = document.getElementById(id);
    if (place) render(<Island />, place);
  }
}
