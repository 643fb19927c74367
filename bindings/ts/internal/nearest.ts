/** The name that was probably meant, for errors about names that are not known. */
import leven from 'leven';

/** @returns ` Did you mean "x"?`, or nothing if no name is near, or nothing of it is the same. */
export function didYouMean(given: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: leven(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  if (nearest === undefined) return '';
  const { name, distance } = nearest;
  const isNear = distance <= Math.max(2, given.length / 3) && distance < given.length;
  return isNear ? ` Did you mean "${name.slice(0, 40)}"?` : '';
}
