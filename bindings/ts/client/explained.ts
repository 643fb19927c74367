// Failures of requests and of storage in words that say what to do. The words and the search for the cause are a
// chunk of their own: a page where nothing fails never downloads them.
import { LdpError } from '../internal/errors.js';
import type { Fetch } from './transport.js';

/** How long the words are waited for: what they explain may be the network that they come over. */
const PATIENCE_MS = 2_000;
const MOST_ADDRESSES = 50;

/** Addresses that the policy of this page has blocked. */
const blocked = new Set<string>();
const done = new WeakSet<LdpError>();
let watching = false;

/** From now on notices what a Content-Security-Policy blocks in this page or worker. */
export function watchPolicy(): void {
  if (watching) return;
  watching = true;
  globalThis.addEventListener?.('securitypolicyviolation', ({ blockedURI, disposition }) => {
    if (disposition === 'enforce' && blocked.size < MOST_ADDRESSES) blocked.add(blockedURI);
  });
}

/**
 * The error with its cause told apart and a sentence that says what to do; as it is if there is no
 * more to say, or where the chunk does not come. With `probe` the collector may be
 * asked once more.
 */
export async function explained(error: LdpError, probe?: Fetch): Promise<LdpError> {
  if (!isExplainable(error)) return error;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const chunk = import('./explain-error.js').catch(() => undefined);
  const words = await Promise.race([chunk, patience]);
  clearTimeout(timer);
  const told = (await words?.explain(error, blocked, probe)) ?? error;
  done.add(told);
  return told;
}

/** Of a request, a report that expired, a storage that was cleared or is refused, or terms that differ. */
export function isExplainable(error: LdpError): boolean {
  if (error.code === 'wasm_not_found' || done.has(error)) return false; // says itself what to do
  return ['url', 'cause', 'field'].some((key) => key in error.details);
}

/** For `catch`: rejects with the error that says what to do. */
export async function rejectExplained(error: unknown): Promise<never> {
  throw LdpError.is(error) ? await explained(error) : error;
}
