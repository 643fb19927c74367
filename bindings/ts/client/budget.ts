// What has been spent, for people: of the journal's own sums, or added up from the entries of a
// ledger of the page's own.
import { hourOf } from './accounting.js';
import { isJournal, type Totals } from './journal.js';
import type { BudgetLedger, BudgetStatus, Spend } from './types.js';

export async function budgetStatus(
  ledger: BudgetLedger,
  limit: Spend,
  windowMs: number | undefined,
): Promise<BudgetStatus> {
  const { window, lifetime, wiped } = isJournal(ledger)
    ? await ledger.totals(windowMs)
    : await addUp(ledger, windowMs);
  const { epsilon, delta, reports } = window;
  return {
    spent: { epsilon, delta },
    limit,
    reports,
    lifetime,
    ...(windowMs === undefined ? {} : { windowMs }),
    durable: ledger.durable === true && wiped !== true,
    entries: () => ledger.entries(),
  };
}

async function addUp(ledger: BudgetLedger, windowMs: number | undefined): Promise<Totals> {
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
