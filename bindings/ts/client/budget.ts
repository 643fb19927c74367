// What has been spent, for people: of the journal's own sums, or added up from the entries of a
// ledger of the page's own.
import { LdpError } from '../internal/errors.js';
import { hourOf, type Pin, reportsWithin } from './accounting.js';
import { isJournal, type Totals } from './journal.js';
import type { BudgetLedger, BudgetStatus, Spend } from './types.js';

/** What a page is told whose total is not the one that holds. */
export function smallerTotal(pins: readonly Pin[], { epsilon }: Spend): LdpError {
  let smallest = pins[0] as Pin;
  for (const pin of pins) if (pin.epsilon < smallest.epsilon) smallest = pin;
  const { windowMs, at } = smallest;
  const until =
    windowMs === undefined ? 'for good' : `until ${new Date(at + windowMs).toISOString()}`;
  const text = `privacy.epsilonTotal is ${epsilon} in this page and ${smallest.epsilon} in another page of this origin, which this browser has opened: the smaller one holds for all of them, ${until}. Pin the same total in every page.`;
  const details = { pinned: epsilon, holds: smallest.epsilon, windowMs };
  return new LdpError('smaller_total', text, { details });
}

export async function budgetStatus(
  ledger: BudgetLedger,
  limit: Spend,
  windowMs: number | undefined,
  loss: Spend,
): Promise<BudgetStatus> {
  const own = { ...limit, ...(windowMs !== undefined && { windowMs }) };
  const { held, window, lifetime, wiped } = isJournal(ledger)
    ? await ledger.totals(limit, windowMs)
    : { held: own, ...(await addUp(ledger, windowMs)) };
  const { epsilon, delta, reports } = window;
  return {
    spent: { epsilon, delta },
    limit: { epsilon: held.epsilon, delta: held.delta },
    pinned: own,
    pays: reportsWithin(held, loss),
    reports,
    lifetime,
    ...(held.windowMs !== undefined && { windowMs: held.windowMs }),
    durable: ledger.durable === true && wiped !== true,
    entries: () => ledger.entries(),
  };
}

async function addUp(
  ledger: BudgetLedger,
  windowMs: number | undefined,
): Promise<Omit<Totals, 'held'>> {
  const window = { epsilon: 0, delta: 0, reports: 0 };
  const lifetime = { epsilon: 0, delta: 0, reports: 0 };
  const from = windowMs === undefined ? -Infinity : hourOf(Date.now() - windowMs);
  for await (const { at, epsilon, delta } of ledger.entries()) {
    for (const total of at >= from ? [window, lifetime] : [lifetime]) {
      total.epsilon += epsilon;
      total.delta += delta;
      total.reports++;
    }
  }
  return { window, lifetime };
}
