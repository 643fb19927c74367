/** What a preference is called, and which bit says it. */
import type { Preference } from './state.js';

export function sideText(preference: Preference): string {
  if (preference === 0) return 'no difference';
  return preference === 1 ? 'left is better' : 'right is better';
}

/** The bit that says what was meant; null: there is none, a fair coin decides. */
export function honestBit(preference: Preference): 0 | 1 | null {
  if (preference === 0) return null;
  return preference === 1 ? 0 : 1;
}
