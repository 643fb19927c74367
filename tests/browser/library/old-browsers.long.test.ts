// Browsers that lack what is newer than the oldest ones of docs/guides/install.md: reports arrive all the same. What
// the library cannot do without is refused before anything is spent.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ForeignSite, openForeignSite } from '../foreign/site.js';
import { kAllProfiles, type Profile } from '../support/browsers.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** By what came with them. */
const kNewer = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'URL.canParse,URL.parse',
  'Object.hasOwn,structuredClone',
  'Object.groupBy,Map.groupBy,Array.fromAsync,Promise.withResolvers,Promise.try',
  'Array.prototype.findLast,Array.prototype.findLastIndex',
  'Array.prototype.toSorted,Array.prototype.toSpliced,Array.prototype.toReversed,Array.prototype.with',
  'Iterator,Symbol.dispose,Symbol.asyncDispose',
  ...['Set.prototype.union,Set.prototype.intersection,Set.prototype.difference'],
  'Uint8Array.fromBase64,Uint8Array.prototype.toBase64,RegExp.escape,Math.sumPrecise,Error.isError',
  'scheduler,navigation,CookieStore,cookieStore,trustedTypes,requestIdleCallback,reportError',
  'String.prototype.isWellFormed,String.prototype.toWellFormed,ArrayBuffer.prototype.transfer',
  'ReadableStream.prototype.values,ReadableStream.from,Blob.prototype.bytes,Response.json',
  'IDBTransaction.prototype.commit,IDBFactory.prototype.databases',
  'navigator.locks,navigator.storage,navigator.userActivation,BroadcastChannel',
];
const kNeeded = ['BigInt', 'WebAssembly', 'fetch', 'AbortController', 'TextDecoder', 'crypto'];

describe.each(kAllProfiles)('%s', (_name, launch) => {
  let site: ForeignSite;
  let profile: Profile;
  beforeAll(async () => {
    site = await openForeignSite();
    profile = await launch();
    return () => profile.close();
  });
  afterAll(() => site.close());

  it.each([...kNewer, kNewer.join(',')])('a report arrives without %s', async (missing) => {
    const page = await site.visit(profile, { without: missing });
    const before = site.harbour.ids().length;
    expect(await page.evaluate(() => window.foreign.open(), null)).toBeNull();
    expect(await page.evaluate(() => window.foreign.decide(), null)).toBe('queued');
    await site.harbour.until(() => site.harbour.ids().length > before, 'the report', 20_000);
    expect(await page.evaluate(() => window.foreign.errors, null)).toEqual([]);
    await page.close();
  });

  it.each(kNeeded)(
    'without %s nothing is spent, and the error has a code of its own',
    async (name) => {
      const page = await site.visit(profile, { without: name });
      const before = site.harbour.ids().length;
      const refused = await page.evaluate(() => window.foreign.open(), null);
      expect(refused?.code).toBe(name === 'crypto' ? 'insecure_randomness' : 'unsupported_browser');
      if (name !== 'crypto') expect(refused?.message).toContain(name);
      expect(site.harbour.ids()).toHaveLength(before);
      await page.close();
    },
  );
});
