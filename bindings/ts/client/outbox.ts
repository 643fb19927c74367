// `ldp-bandits/outbox`: for pages of the site that open no bandit. Sends what other pages have left
// behind, each report at the time that was drawn for it. No wasm, no snapshot.

import type { LdpError } from '../internal/errors.js';
import { pageFetch } from '../internal/page-fetch.js';
import { requireFunction, requireRecord } from '../internal/validate.js';
import { explained } from './explained.js';
import { IndexedDbJournal } from './indexed-db-journal.js';
import { DEFAULT_NAME } from './ledgers.js';
import { tell } from './loud-hub.js';
import { WhenSeen } from './page-life.js';
import { Sender, type SenderEvents, saysYes } from './sender.js';
import { CHANNEL, type TabMessage } from './successors.js';
import { Transport } from './transport.js';
import { WaitingEarly } from './waiting-early.js';

export interface SendWaitingOptions {
  /** Name of the ledger, as given to `indexedDbLedger`. Default: that of `createBandit`. */
  readonly name?: string;
  /** As in `createBandit`: asked before anything is sent. */
  readonly mayReport?: () => boolean;
  /** As in `createBandit`. Default: one `console.warn` for each code and problem or cause in a page. */
  readonly onError?: (error: LdpError) => void;
}

/**
 * Sends the waiting reports of this origin while the page lives, to the collectors that their pages
 * named.
 *
 * @throws LdpError `invalid_argument`.
 */
export function sendWaiting(options: SendWaitingOptions = {}): { stop(): void } {
  requireRecord('options', options, ['name', 'mayReport', 'onError']);
  const { name = DEFAULT_NAME, mayReport = () => true, onError } = options;
  requireFunction('mayReport', mayReport);
  if (onError !== undefined) requireFunction('onError', onError);
  const failed = (error: LdpError) => void explained(error).then((words) => tell(words, onError));
  const journal = new IndexedDbJournal(name);
  const early = new WaitingEarly(journal, transportTo);
  const sender = waitingSender(journal, {
    maySend: () => saysYes(mayReport),
    failed,
    refused: (_packet, error) => failed(error),
    early: async () => {
      await early.settle();
      sender.watch(early.retryAt);
    },
  });
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => sender.watch(data.dueAt);
  const whenSeen = new WhenSeen();
  const restored = ({ persisted }: PageTransitionEvent) => persisted && sender.sendDue();
  addEventListener('pageshow', restored, { signal: sender.stopped });
  // A page that no visitor has opened sends nothing.
  void journal.ready().then(() => whenSeen.run(() => sender.sendDue()), failedQuietly);
  return {
    stop() {
      channel.close();
      sender.stop();
    },
  };
}

/** A sender of the packets of every address, for those who hold no decision. */
export function waitingSender(
  journal: IndexedDbJournal,
  events: Partial<SenderEvents> = {},
): Sender {
  const route = {
    address: undefined,
    lateMs: () => 0,
    post: ({ target, body }: { target: string; body: string }, signal: AbortSignal) =>
      transportTo(target).post(body, signal),
  };
  const quiet = () => {};
  const told = new Map<string, string>();
  return new Sender(journal, route, 'waiting', {
    ...{ told, maySend: () => true, sent: quiet, refused: quiet, failed: quiet, delivered: quiet },
    ...events,
  });
}

/** A packet's target is the address of an experiment: the collector's, a slash, the encoded name. */
export function transportTo(target: string): Transport {
  const at = target.lastIndexOf('/');
  const name = decodeURIComponent(target.slice(at + 1));
  return new Transport(new URL(target.slice(0, at)), name, pageFetch);
}

/** Without IndexedDB nothing waits. */
const failedQuietly = () => {};
