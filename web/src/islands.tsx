/**
 * The page's live parts by the id of their place in the static HTML. The build renders them once with the
 * warm start, so that the page can be read without script; the browser renders them again and takes over.
 */
import { computed } from '@preact/signals';
import { render } from 'preact';
import type { PageActions } from './card-page.js';
import { DevicePanel } from './device/device-panel.js';
import { EpsilonControl } from './device/epsilon-control.js';
import { LedgerChip } from './device/ledger.js';
import { packetState, reason, report, secondsLeft, trace } from './device/state.js';
import { ServerPanel } from './server/server-panel.js';
import { snapshot } from './server/state.js';
import { HeaderTools } from './shared/header-tools.js';
import { Notices } from './shared/notices.js';
import { Packet } from './shared/packet.js';
import { yesRate } from './shared/snapshot.js';

const rate = computed(() => yesRate(snapshot.value));

/** The one place that joins device and server: what crosses is handed over here and nowhere else. */
export function islands(actions: PageActions) {
  return {
    tools: () => (
      <>
        <LedgerChip />
        <HeaderTools beforeForgetting={actions.beforeForgetting} />
      </>
    ),
    notices: () => <Notices />,
    device: () => <DevicePanel deal={actions.deal} answer={actions.answer} />,
    gap: () => (
      <Packet
        report={report.value}
        state={packetState.value === 'sealed' && !trace.value ? 'open' : packetState.value}
        secondsLeft={secondsLeft.value}
        reason={reason.value}
      />
    ),
    server: () => <ServerPanel />,
    epsilon: () => <EpsilonControl rate={rate} />,
  } as const;
}

export function mount(actions: PageActions): void {
  for (const [id, Island] of Object.entries(islands(actions))) {
    const place = document.getElementById(id);
    if (place) render(<Island />, place);
  }
}
