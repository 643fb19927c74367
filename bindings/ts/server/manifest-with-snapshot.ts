/**
 * A manifest with the newest snapshot as its last member: `GET …/<experiment>?snapshot`. A page that has nothing yet
 * asks for both in one request. A query, because a collector of an older version and a cache that leaves queries out of
 * its key answer a manifest with or without the member then, and pages can use either.
 */
import type { Digest } from './digest.js';
import type { Manifest } from './types/index.js';

/** @param search With its question mark, or empty. */
export function asksForSnapshot(search: string): boolean {
  return /[?&]snapshot(=|&|$)/.test(search);
}

/** @param snapshot Its bytes: a page finds the same digest in them as in those of `…/snapshot`. */
export function manifestWith(manifest: Manifest, snapshot: Uint8Array): string {
  return `${JSON.stringify(manifest).slice(0, -1)},"snapshot":${new TextDecoder().decode(snapshot)}}`;
}

/** Names the answer without hashing it for each request. */
export function digestOfBoth(manifest: Digest, snapshot: Digest): string {
  return `${manifest}.${snapshot}`;
}
