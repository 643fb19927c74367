// What a page has been given in place of requests: a chunk of its own, because most pages have nothing of it.

import { type Bootstrap, entryOf } from '../internal/bootstrap.js';
import { toJson } from '../internal/json.js';
import type { Fetched } from './transport.js';

/** `at`: when the snapshot was the newest, in ms since 1970. */
export type Given = readonly [manifest: unknown, snapshot: Fetched, at: number];

/** Undefined: there is nothing of this experiment. Throws `invalid_argument`. */
export async function readGiven(
  bootstrap: Bootstrap,
  name: string,
  digestOf: (bytes: Uint8Array<ArrayBuffer>) => Promise<Fetched['digest']>,
): Promise<Given | undefined> {
  const entry = entryOf(bootstrap, name);
  if (!entry) return undefined;
  const { manifest, snapshot: value, at } = entry;
  // Of the bytes that a collector answers, which are in the page as a value.
  const digest = await digestOf(new TextEncoder().encode(toJson(value)));
  return [manifest, { value, digest }, at];
}
