// Which line a page is missing: a chunk, because a page that has it never asks.
import { invalidArgument } from '../internal/checks.js';
import { entryOf } from './families.js';

/** Throws `invalid_argument` with the line; nothing if no family has the algorithm. */
export function refuseUnregistered(type: string): void {
  const entry = entryOf(type);
  if (entry === undefined) return;
  const reason = `is not in this entry: import { createBandit } from '${entry}'`;
  throw invalidArgument('algorithm.type', type, reason);
}
