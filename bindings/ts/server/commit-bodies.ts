/** One commit for many bodies. A batch that an epoch has no room for adds nothing: then its halves are tried. */
import { LdpError } from '../internal/errors.js';
import type { BatchItem, CommitResult } from './store.js';

/** What one body adds to an epoch, and who is told: of an error, or of the reports that were known. */
export interface Share {
  readonly items: readonly BatchItem[];
  readonly settle: (error: unknown, duplicate: number) => void;
}

/**
 * Gives each body its verdict, in their order: what it has of this epoch is added as a whole, or refused.
 *
 * @param commit To one epoch, {@link AggregateStore.commit}.
 */
export async function commitBodies(
  commit: (items: readonly BatchItem[]) => Promise<CommitResult>,
  shares: readonly Share[],
): Promise<void> {
  const all = shares.flatMap(({ items }) => items);
  if (all.length === 0) return;
  try {
    const known = new Set((await commit(all)).duplicates);
    let next = 0;
    for (const { items, settle } of shares) {
      settle(null, items.filter(() => known.has(next++)).length);
    }
  } catch (error) {
    if (shares.length > 1 && mayFit(error, all.length)) {
      const half = shares.length >> 1;
      await commitBodies(commit, shares.slice(0, half));
      return commitBodies(commit, shares.slice(half));
    }
    for (const { settle } of shares) settle(error, 0);
  }
}

/** A part of these reports: those that are known need no room. A store need not say how much there is. */
function mayFit(error: unknown, reports: number): boolean {
  if (!LdpError.is(error)) return false;
  const { problem, room, fresh } = error.details;
  return problem === 'epoch_full' && (room !== 0 || fresh !== reports);
}
