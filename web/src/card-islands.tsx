/**
 * The live parts of a card page by the id of their place in the static HTML. The build renders them once with the
 * warm start, so that the page can be read without script; the browser renders them again and takes over.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Crossing } from './crossing.js';
import { LedgerChip } from './device/ledger.js';
import type { Answer, TableActions } from './device/session.js';
import { isSpent, packetState, reason, report, secondsLeft } from './device/state.js';
import type { Stop } from './shared/experiment.js';
import { HeaderTools } from './shared/header-tools.js';
import { Notices } from './shared/notices.js';
import { Packet, type PacketView } from './shared/packet.js';

interface PageActions<A extends Answer = 1 | 0> extends TableActions<A> {
  beforeForgetting(): Promise<void>;
}

/** What is different from page to page. */
export interface CardPage<A extends Answer = 1 | 0> {
  /** Before the ids of its places: `ab-`; of the first page nothing. */
  readonly prefix: string;
  /** The experiments, by privacy level. */
  readonly levels: { readonly name: string; id(at: Stop): string };
  readonly Device: FunctionComponent<TableActions<A>>;
  readonly Server: FunctionComponent;
  readonly Epsilon?: FunctionComponent;
  /** The private side of the last report: until there is one the packet lies open. */
  readonly trace: ReadonlySignal<unknown>;
  readonly Numbers?: PacketView['Numbers'];
  /** What the server knows of one option, for the strip on a phone. */
  readonly Arrival?: FunctionComponent<{ option: number }>;
}

/** The one place that joins device and server: what crosses is handed over here and nowhere else. */
export function cardIslands<A extends Answer>(page: CardPage<A>, actions: PageActions<A>) {
  const { prefix, Device, Server, Epsilon, trace, Numbers, Arrival } = page;
  const { deal, answer, beforeForgetting } = actions;
  return {
    [`${prefix}tools`]: () => (
      <>
        <LedgerChip />
        <HeaderTools beforeForgetting={beforeForgetting} />
      </>
    ),
    notices: () => <Notices />,
    [`${prefix}device`]: () => <Device deal={deal} answer={answer} />,
    [`${prefix}gap`]: () => (
      <>
        <Packet
          report={report.value}
          state={packetState.value === 'sealed' && !trace.value ? 'open' : packetState.value}
          secondsLeft={secondsLeft.value}
          reason={reason.value}
          isSpent={isSpent.value}
          Numbers={Numbers}
        />
        <Crossing Arrival={Arrival} />
      </>
    ),
    [`${prefix}server`]: () => <Server />,
    ...(Epsilon && { [`${prefix}epsilon`]: () => <Epsilon /> }),
  };
}
