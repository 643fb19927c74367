/**
 * Everything that the device knows. Private: the server panel may not import this folder, and a test
 * walks the module graph to prove that it does not.
 */
import { computed, signal } from '@preact/signals';
import type { BudgetStatus, LedgerEntry, Report } from 'ldp-bandits';
import { EPSILON_TOTAL } from '../shared/experiment.js';
import { stop } from '../shared/selection.js';

/**
 * starting → ready → dealing → open → sealed → ready: a card is open until it is answered, and its packet stays
 * sealed until the time that was drawn when the card was dealt.
 */
export type Phase = 'starting' | 'ready' | 'dealing' | 'open' | 'sealed' | 'failed';
export type PacketState = 'none' | 'sealed' | 'sent' | 'withheld' | 'unsent';

export interface Trace {
  /** 1: would go, 0: would not, null: no answer (counts as 0). */
  readonly answer: 1 | 0 | null;
  /** The bit that the report carries; null: there is no report. */
  readonly bit: 0 | 1 | null;
}

export const phase = signal<Phase>('starting');
export const arm = signal<number | null>(null);
/** Cards dealt by this page; a new one is a new picture even if it shows the same poster. */
export const cardsDealt = signal(0);
/** Snapshot-led, or at random because no snapshot could be had. */
export const policy = signal<'snapshot' | 'kept-snapshot' | 'offline-uniform'>('snapshot');
export const trace = signal<Trace | null>(null);
export const report = signal<Report | null>(null);
export const packetState = signal<PacketState>('none');
/** Why nothing was sent, for `withheld` and `unsent`. */
export const reason = signal('');
/** Seconds until the packet leaves; null when nothing is waiting. */
export const secondsLeft = signal<number | null>(null);
/** How long a card waits for an answer before silence counts as one. */
export const windowSeconds = signal(6);
/** Epsilon of the card on the table, and of the packet beside it. */
export const cardEpsilon = signal<number | null>(null);

export const budget = signal<Pick<BudgetStatus, 'spent' | 'limit' | 'reports' | 'durable'>>({
  spent: { epsilon: 0, delta: 0 },
  limit: { epsilon: EPSILON_TOTAL, delta: 0 },
  reports: 0,
  durable: true,
});
export const ledger = signal<readonly LedgerEntry[]>([]);

export const budgetLeft = computed(() =>
  Math.max(0, budget.value.limit.epsilon - budget.value.spent.epsilon),
);
/** The next report costs more than is left. */
export const isSpent = computed(() => budgetLeft.value < stop.value);
