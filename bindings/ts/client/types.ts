// The shapes of `ldp-bandits`: plain data except Bandit, Decision and BudgetLedger.
export type * from './types/algorithms.js';
export type * from './types/bandit.js';
export type * from './types/budget.js';
export type * from './types/collector.js';
export type * from './types/options.js';
export type * from './types/report.js';
