/**
 * Each demo has a budget of its own, in a ledger of its own: one that is spent must not end the others. A new budget
 * is another ledger, because another tab may still have the old one open.
 */
import { type BudgetLedger, indexedDbLedger, memoryLedger } from 'ldp-bandits/url';
import { hasDatabase } from '../shared/has-database.js';
import { renewalsOf } from './renewals.js';

/** @param demo name of its experiments */
export async function ledgerOf(demo: string): Promise<BudgetLedger> {
  return (await hasDatabase())
    ? indexedDbLedger(`ldp-demo-${demo}-${renewalsOf(demo)}`)
    : memoryLedger();
}
