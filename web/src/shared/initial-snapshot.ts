/** The warm snapshot of the default level, read off the page that was rendered with it. */
import type { PublicSnapshot } from './snapshot.js';

/** @param id of the element that holds it */
export function initialSnapshot(id: string): PublicSnapshot | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as PublicSnapshot) : null;
}
