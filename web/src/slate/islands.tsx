/** The live parts of /slate/ by the id of their place; rendered once at build time, and again in the browser. */
import { computed } from '@preact/signals';
import { render } from 'preact';
import type { PageActions } from '../card-page.js';
import { LedgerChip } from '../device/ledger.js';
import { packetState, reason, report, secondsLeft } from '../device/state.js';
import { HeaderTools } from '../shared/header-tools.js';
import { Notices } from '../shared/notices.js';
import { Packet } from '../shared/packet.js';
import { yesRate } from '../shared/snapshot.js';
import { SlateDevicePanel } from './device/device-panel.js';
import { SlateEpsilonControl } from './device/epsilon-control.js';
import { slateTrace } from './device/state.js';
import { SlateServerPanel } from './server/server-panel.js';
import { slateSnapshot } from './server/state.js';
import { cardBeliefs } from './shared/snapshot.js';

type SlatePageActions = PageActions<readonly (1 | 0)[]>;

const rate = computed(() => {
  const current = slateSnapshot.value;
  return yesRate(current && { mean: cardBeliefs(current).map(({ mean }) => mean) });
});

/** The one place that joins device and server: what crosses is handed over here and nowhere else. */
export function slateIslands(actions: SlatePageActions) {
  return {
    'slate-tools': () => (
      <>
        <LedgerChip />
        <HeaderTools beforeForgetting={actions.beforeForgetting} />
      </>
    ),
    notices: () => <Notices />,
    'slate-device': () => <SlateDevicePanel deal={actions.deal} answer={actions.answer} />,
    'slate-gap': () => (
      <Packet
        report={report.value}
        state={packetState.value === 'sealed' && !slateTrace.value ? 'open' : packetState.value}
        secondsLeft={secondsLeft.value}
        reason={reason.value}
      />
    ),
    'slate-server': () => <SlateServerPanel />,
    'slate-epsilon': () => <SlateEpsilonControl rate={rate} />,
  } as const;
}

export function mount(actions: SlatePageActions): void {
  for (const [id, Island] of Object.entries(slateIslands(actions))) {
    const place = document.getElementById(id);
    if (place) render(<Island />, place);
  }
}
