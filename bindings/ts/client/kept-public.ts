// Manifest and snapshot of the last visit, in the page's own storage: the next visit chooses from them at once. Both are
// public, and read as what a collector sends is read. Nothing of them goes back to the collector.
import { toJson } from '../internal/json.js';
import type { Fetched } from './transport.js';

const PREFIX = 'ldp-bandits-public:';
/** Units of UTF-16 for one experiment; web storage holds some five million for a whole site. */
const LONGEST = 200_000;
const WEEK_MS = 7 * 86_400_000;

/** Of a page: simulated visitors of one process are many devices. Throws where it is blocked. */
const storageOfPage = () => ('document' in globalThis ? globalThis.localStorage : undefined);

export interface KeptPublic {
  readonly v: 1;
  /** When the snapshot came, in ms since 1970. */
  readonly at: number;
  readonly manifest: unknown;
  readonly snapshot: unknown;
  readonly digest: Fetched['digest'];
}

/** Storage that is blocked or missing is empty. `address`: that of the experiment. */
export function readPublic(address: string): KeptPublic | undefined {
  try {
    const kept = JSON.parse(
      storageOfPage()?.getItem(PREFIX + address) ?? 'null',
    ) as KeptPublic | null;
    const ageMs = Date.now() - Number(kept?.at);
    const isOver = Object(kept?.snapshot).ended === true;
    const isUsable =
      kept?.v === 1 && !isOver && ageMs >= 0 && ageMs <= WEEK_MS && /^sha256-/.test(kept.digest);
    return isUsable ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** What does not fit, or comes from an experiment that has ended, is not kept, and neither is what was kept before. */
export function keepPublic(address: string, offered: unknown, { value, digest }: Fetched): void {
  try {
    const isOver = (value as { readonly ended?: unknown }).ended === true;
    const manifest = { ...(offered as object), snapshot: undefined }; // the one that came with it
    const kept: KeptPublic = { v: 1, at: Date.now(), manifest, snapshot: value, digest };
    const text = toJson(kept);
    forgetPublic(address);
    if (!isOver && text.length <= LONGEST) storageOfPage()?.setItem(PREFIX + address, text);
  } catch {
    // It is full, blocked or missing: the next visit waits for the collector.
  }
}

export function forgetPublic(address: string): void {
  try {
    storageOfPage()?.removeItem(PREFIX + address);
  } catch {
    // Blocked or missing.
  }
}
