/** What a collector has refused, in words for a terminal and for the results page. */
import type { Results } from '../server/types/index.js';

/** @returns A sentence for those that came late and one for all others; none where there were none. */
export function refusedText(refused: Results['refused']): string[] {
  const { stale_snapshot: late = 0, ...others } = refused;
  const counts = Object.entries(others).map(
    ([code, count]) => `${count.toLocaleString('en-US')} ${code}`,
  );
  const told: string[] = [];
  if (late > 0) {
    told.push(
      `Came late, after their snapshot took no more reports: ${late.toLocaleString('en-US')} since the collector began.`,
    );
  }
  if (counts.length > 0) told.push(`Refused since the collector began: ${counts.join(', ')}.`);
  return told;
}
