// Requests to the origin of this page or worker. Their answers can clear its storage (`Clear-Site-Data`), and the
// ledger with it; those of any other origin, a subdomain too, cannot. So the page knows what was spent
// before it asks, and looks at what comes back.
import { LdpError } from '../internal/errors.js';
import { endReports, MARK, stateOfPage, type WipeGuard } from './wipe-guard.js';

/** False outside pages and workers. */
export function isOwn(address: string | URL): boolean {
  // A frame of `srcdoc` has the origin of its page, and an address without one.
  const { origin, location } = globalThis as { origin?: string; location?: Location };
  return new URL(address).origin === (location && (origin ?? location.origin));
}

/** Whether an answer is a redirect, followed or not. */
export const isRedirect = ({ type, redirected, status }: Response): boolean =>
  type === 'opaqueredirect' || redirected || (status >= 300 && status < 400 && status !== 304);

/**
 * Makes a request to the own origin. What the ledgers of this page say is read first, and their connections stay open:
 * the browser closes them when it clears the storage. A redirect may have carried the header unseen, so it ends
 * reporting in this page. A request without an answer suspends it until `look` has one and the disk still says what
 * the page remembers.
 *
 * @param look as `Doubt.look`
 */
export async function askOwn(
  send: () => Promise<Response>,
  look: () => Promise<void>,
): Promise<Response> {
  const page = stateOfPage();
  const { doubt } = page;
  await compareAll();
  let response: Response;
  try {
    response = await send();
  } catch (cause) {
    page.doubt = { error: page.doubt?.error ?? unanswered(), at: Date.now(), look };
    throw cause;
  }
  lookAt(response);
  if (doubt && page.doubt === doubt && (await compareAll())) page.doubt = undefined;
  return response;
}

/** Firefox shows the header to the page, Chromium hides it; in both the database closes, which is the surer sign. */
export function lookAt(response: Response): void {
  const page = stateOfPage();
  if (/"(storage|\*)"/.test(response.headers.get('clear-site-data') ?? '')) {
    // There may be no ledger yet: then nothing is left to heal.
    endReports(page, MARK, 'The storage of this site was cleared.');
    for (const guard of page.guards) guard.wiped();
  } else if (isRedirect(response))
    endReports(page, 'redirected', 'The collector on the origin of this page redirects.');
}

/** Whether every ledger of this page could be read. */
async function compareAll(): Promise<boolean> {
  const page = stateOfPage();
  const read = async (guard: WipeGuard) => {
    try {
      await guard.compare();
      return true;
    } catch {
      // Cleared by the answer and opened later, it would look new.
      if (!guard.isKnown) endReports(page, 'refused', 'This browser refuses IndexedDB.');
      return false;
    }
  };
  return (await Promise.all([...page.guards].map(read))).every(Boolean);
}

const unanswered = () =>
  new LdpError('store_conflict', 'The collector on the origin of this page did not answer.', {
    details: { cause: 'unanswered' },
    retryable: true,
  });
