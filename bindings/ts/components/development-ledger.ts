// The ledger of development builds: a developer's reloads must not spend what the same browser has for the real site.
import type { BudgetLedger } from '../client/types.js';

/** In `localStorage`: how often the developer has begun anew. */
const RENEWALS = 'ldp-bandits-development';

const nameAfter = (renewals: number) => `${RENEWALS}-${renewals}`;

function renewals(): number {
  try {
    return Number(localStorage.getItem(RENEWALS));
  } catch {
    return 0; // blocked
  }
}

export async function developmentLedger(): Promise<BudgetLedger> {
  const { indexedDbLedger } = await import('../client/index.js');
  return indexedDbLedger(nameAfter(renewals()));
}

/** From the next page load on nothing is spent in the development ledger. That of the site stays as it is. */
export function renewDevelopmentLedger(): void {
  const last = renewals();
  localStorage.setItem(RENEWALS, String(last + 1));
  // Once its last page is closed.
  for (const database of ['', '-finals']) indexedDB.deleteDatabase(nameAfter(last) + database);
}
