/** Leaves this browser as if it had never been here. */
import { siteRoot } from './site.js';

const OURS = /^ldp-/;
const PATIENCE_MS = 2000;

/** @param before closes what the page itself holds open, so that nothing blocks the deletion */
export async function forgetEverything(before?: () => Promise<void>): Promise<void> {
  await settled(before?.() ?? Promise.resolve());
  await settled(unregister());
  await settled(removeDatabases());
  await settled(removeCaches());
  try {
    for (const key of Object.keys(localStorage)) {
      if (OURS.test(key)) localStorage.removeItem(key);
    }
  } catch {
    // No storage, nothing to forget.
  }
  location.replace(siteRoot());
}

async function unregister(): Promise<void> {
  const root = siteRoot().href;
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const ours = all.filter((registration) => registration.scope === root);
  await Promise.all(ours.map((registration) => registration.unregister()));
}

async function removeDatabases(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  await Promise.all(names.filter((name) => OURS.test(name)).map(remove));
}

async function removeCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => OURS.test(name)).map((name) => caches.delete(name)));
}

/** A deletion that is blocked by another tab is carried out when that tab lets go. */
function remove(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = () => resolve();
  });
}

/** Neither a refusal nor a hang may keep the visitor from starting afresh. */
async function settled(work: Promise<void>): Promise<void> {
  await Promise.race([
    work.catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
}
