// What only a developer's own build does.
import type { BudgetLedger } from '../client/types.js';

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * Whether this is a development build: bundlers put the text of `process.env.NODE_ENV` in. Where none did, as in a
 * plain page, it is not.
 */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}

/** A developer's reloads must not spend what the same browser has for the real site. */
export const DEVELOPMENT_LEDGER = 'ldp-bandits-development';

let ledger: BudgetLedger | undefined;

export async function developmentLedger(): Promise<BudgetLedger | undefined> {
  if (!('indexedDB' in globalThis)) return undefined;
  const { indexedDbLedger } = await import('../client/index.js');
  ledger ??= indexedDbLedger(DEVELOPMENT_LEDGER);
  return ledger;
}
