/** The live parts of /ab/ by the id of their place; rendered once at build time, and again in the browser. */
import { computed } from '@preact/signals';
import { render } from 'preact';
import type { PageActions } from '../card-page.js';
import { LedgerChip } from '../device/ledger.js';
import { packetState, reason, report, secondsLeft, trace } from '../device/state.js';
import { HeaderTools } from '../shared/header-tools.js';
import { Notices } from '../shared/notices.js';
import { Packet } from '../shared/packet.js';
import { AbDevicePanel } from './device/device-panel.js';
import { AbEpsilonControl } from './device/epsilon-control.js';
import { AbServerPanel } from './server/server-panel.js';
import { testSnapshot } from './server/state.js';
import { knownMeans } from './shared/snapshot.js';

const means = computed(() => testSnapshot.value && knownMeans(testSnapshot.value));

/** The one place that joins device and server: what crosses is handed over here and nowhere else. */
export function abIslands(actions: PageActions) {
  return {
    'ab-tools': () => (
      <>
        <LedgerChip />
        <HeaderTools beforeForgetting={actions.beforeForgetting} />
      </>
    ),
    notices: () => <Notices />,
    'ab-device': () => <AbDevicePanel deal={actions.deal} answer={actions.answer} />,
    'ab-gap': () => (
      <Packet
        report={report.value}
        state={packetState.value === 'sealed' && !trace.value ? 'open' : packetState.value}
        secondsLeft={secondsLeft.value}
        reason={reason.value}
      />
    ),
    'ab-server': () => <AbServerPanel />,
    'ab-epsilon': () => <AbEpsilonControl means={means} />,
  } as const;
}

export function mount(actions: PageActions): void {
  for (const [id, Island] of Object.entries(abIslands(actions))) {
    const place = document.getElementById(id);
    if (place) render(<Island />, place);
  }
}
