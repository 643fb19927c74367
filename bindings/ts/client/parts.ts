import type { Core } from './core.js';
import type { Journal } from './journal.js';
import type { Settings } from './options.js';
import type { Transport } from './transport.js';
import type { BudgetLedger, Manifest } from './types.js';

/** What a bandit is made of. */
export interface Parts {
  readonly settings: Settings;
  readonly core: Core;
  readonly manifest: Manifest;
  readonly transport: Transport;
  readonly ledger: BudgetLedger | Journal;
  readonly outbox: Journal;
  /** The shares by which an option is drawn are public numbers. */
  readonly hasShares: boolean;
}
