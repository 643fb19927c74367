/** The name that was probably meant, for errors about names that are not known. */
import { times } from './list.js';

/** @returns ` Did you mean "x"?`, or nothing if no name is near, or nothing of it is the same. */
export function didYouMean(given: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: distanceOf(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  if (nearest === undefined) return '';
  const { name, distance } = nearest;
  const isNear = distance <= Math.max(2, given.length / 3) && distance < given.length;
  return isNear ? ` Did you mean "${name.slice(0, 40)}"?` : '';
}

/** The same in brackets, for the middle of a sentence. */
export function inBrackets(given: unknown, known: readonly string[]): string {
  const meant = typeof given === 'string' ? didYouMean(given.slice(0, 80), known).trim() : '';
  return meant === '' ? '' : ` (${meant})`;
}

/** How many characters have to be put in, taken out or replaced (Levenshtein), in the bytes that a page can afford. */
function distanceOf(a: string, b: string): number {
  let row = times(b.length + 1, (j) => j);
  for (let i = 0; i < a.length; i++) {
    const above = row;
    row = [i + 1];
    for (let j = 0; j < b.length; j++)
      row.push(
        Math.min(
          (row[j] as number) + 1,
          (above[j + 1] as number) + 1,
          (above[j] as number) + (a[i] === b[j] ? 0 : 1),
        ),
      );
  }
  return row[b.length] as number;
}
