// Whether an option that was shown early is reported: with probability q(a)/(M p(a)), where p are the shares it was
// drawn by, q those of the newest snapshot, and M the largest q(b)/p(b). Then a reported option has the law q, whatever
// p was (docs/spec/early.md). A chunk of its own.
import { oddsOf } from '../bootstrap/draw.js';
import { hourOf } from './accounting.js';
import { type Early, type EarlyPacket, type Fate, numbered } from './early.js';
import type { Journal, Packet } from './journal.js';
import { LARGEST_ID } from './snapshot.js';
import type { LedgerEntry, Timing } from './types.js';

/** The newest snapshot, and what its collector says. */
export interface Newest {
  readonly terms: string;
  readonly timing: Pick<Timing, 'closesAfterMs' | 'snapshotAgeMs'>;
  readonly snapshot: unknown;
  /** When it was asked for, in ms since 1970. */
  readonly at: number;
}

const ALL_WORDS = 2n ** 64n;
const TICKETS = 2 ** 53;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Why an option is not reported under the newest snapshot; undefined: it is. The probability is a ratio of integers,
 * compared with the 64 bits of the coin: it is met to 2^-64.
 */
export function refusalOf(
  early: Early,
  newest: unknown,
): 'shown_early' | 'experiment_ended' | undefined {
  const { arms, arm, isBelow, kept, experiment } = early;
  const fresh = Object(newest) as Fields;
  const { snapshot, ended, keep = 1 } = fresh;
  const { snapshot: keptNumber = 0 } = (kept ?? {}) as Fields;
  if (ended === true) return 'experiment_ended';
  const isNumber =
    Number.isInteger(snapshot) && snapshot !== 0 && (snapshot as number) <= LARGEST_ID;
  if (fresh['v'] !== 1 || fresh['experiment'] !== experiment || !isNumber) return 'shown_early';
  // Numbers only grow: one of the two is not what all devices get.
  if ((keptNumber as number) > (snapshot as number)) return 'shown_early';
  const p = sharesOf(kept, arms, isBelow);
  const q = sharesOf(fresh, arms, isBelow);
  if (!p || !q) return 'shown_early';
  let most = -1;
  for (let b = 0; b < arms; b++) {
    if (q[b] === 0n) continue;
    if (p[b] === 0n) return 'shown_early'; // M is infinite
    if (most < 0 || at(q, b) * at(p, most) > at(q, most) * at(p, b)) most = b;
  }
  const wins = at(q, arm) * at(p, most) * BigInt(Math.floor((keep as number) * TICKETS));
  const all = at(q, most) * at(p, arm) * BigInt(TICKETS);
  return BigInt(early.coin) * all < wins * ALL_WORDS ? undefined : 'shown_early';
}

const at = (shares: readonly bigint[], arm: number) => shares[arm] as bigint;

/** The tickets of each arm. Undefined: the snapshot has no shares that can be read. */
function sharesOf(
  snapshot: object | undefined,
  arms: number,
  isBelow: boolean,
): bigint[] | undefined {
  const shares: bigint[] = new Array(arms).fill(snapshot ? 0n : 1n);
  if (!snapshot) return shares;
  try {
    const { weights, mean, width } = snapshot as Fields;
    const lists = weights ? [weights] : [mean, width];
    if (!lists.every((list) => Array.isArray(list) && list.length === arms)) return undefined;
    const odds = oddsOf(snapshot as Fields, isBelow);
    odds.arms.forEach((arm, i) => {
      shares[arm] =
        odds.cumulative.length > 0 ? at(odds.cumulative, i) - (odds.cumulative[i - 1] ?? 0n) : 1n;
    });
    return shares.length === arms && odds.arms.length > 0 ? shares : undefined;
  } catch {
    return undefined;
  }
}

/** Pays from a ledger of the page's own. False: the budget does not suffice. */
export interface OwnLedger {
  readonly entry: Omit<LedgerEntry, 'at' | 'snapshot' | 'reportId'>;
  pay(entry: LedgerEntry): Promise<boolean>;
}

/**
 * Gives a packet the number of the newest snapshot and pays for it, or removes it. `own`: for packets that say nothing of
 * a payment.
 */
export async function settle(
  outbox: Pick<Journal, 'number'>,
  { early, ...packet }: EarlyPacket,
  newest: Newest,
  own?: OwnLedger,
): Promise<Fate> {
  const { id } = packet;
  const refusal =
    early.terms === newest.terms ? refusalOf(early, newest.snapshot) : ('shown_early' as const);
  if (refusal) {
    const outcome = await outbox.number(id, undefined, undefined);
    return outcome === 'gone' ? 'awaiting_snapshot' : refusal;
  }
  const { snapshot } = newest.snapshot as { readonly snapshot: number };
  const { payment } = early;
  const now = { reportId: id, snapshot, at: hourOf(Date.now()) };
  if (!payment && (await own?.pay({ ...own.entry, ...now })) !== true) {
    await outbox.number(id, undefined, undefined);
    return 'budget_exhausted';
  }
  const { closesAfterMs, snapshotAgeMs } = newest.timing;
  const openUntil = closesAfterMs ? newest.at + closesAfterMs - (snapshotAgeMs || 0) : Infinity;
  const next: Packet = {
    ...packet,
    body: numbered(packet.body, snapshot),
    dueAt: early.dueAt,
    expiresAt: Math.min(openUntil, packet.expiresAt ?? Infinity),
  };
  const paid = payment && { ...payment, entry: { ...payment.entry, ...now } };
  const outcome = await outbox.number(id, next, paid);
  if (outcome === 'gone') return 'awaiting_snapshot';
  return outcome === 'queued' ? snapshot : 'budget_exhausted';
}
