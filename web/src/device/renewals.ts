/** How often the visitor has asked for a new budget, by demo: kept in localStorage. */
import { signal } from '@preact/signals';

const KEY = 'ldp-demo-budgets';

type Renewals = Readonly<Record<string, number>>;
let inMemory: Renewals = {};

/** Grows when the visitor asks for a new budget. */
export const asked = signal(0);

/** @param demo name of its experiments */
export const renewalsOf = (demo: string): number => load()[demo] ?? 0;

export function renew(demo: string): void {
  inMemory = { ...load(), [demo]: renewalsOf(demo) + 1 };
  try {
    localStorage.setItem(KEY, JSON.stringify(inMemory));
  } catch {
    // No storage: the new budget lasts as long as this page.
  }
}

function load(): Renewals {
  try {
    const stored = localStorage.getItem(KEY);
    return stored ? (JSON.parse(stored) as Renewals) : inMemory;
  } catch {
    return inMemory;
  }
}
