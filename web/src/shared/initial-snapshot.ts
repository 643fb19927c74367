/** The warm snapshot of the default level, read off the page that was rendered with it. */
import type { PublicSnapshot } from './snapshot.js';

export function initialSnapshot(): PublicSnapshot | null {
  const text = document.getElementById('warm-snapshot')?.textContent;
  return text ? (JSON.parse(text) as PublicSnapshot) : null;
}
