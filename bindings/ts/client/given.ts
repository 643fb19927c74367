// What a page has been given in place of requests: a chunk of its own, because most pages have nothing of it.

import { type Bootstrap, entryOf } from '../internal/bootstrap.js';
import type { Fetched } from './transport.js';

/** `at`: when the snapshot was the newest, in ms since 1970. */
export type Given = readonly [manifest: unknown, snapshot: Fetched, at: number];

/** Undefined: there is nothing of this experiment. Throws `invalid_argument`. */
export async function readGiven(
  bootstrap: Bootstrap,
  name: string,
  fetchedOf: (value: unknown) => Promise<Fetched>,
): Promise<Given | undefined> {
  const entry = entryOf(bootstrap, name);
  if (!entry) return undefined;
  const { manifest, snapshot, at } = entry;
  return [manifest, await fetchedOf(snapshot), at];
}
