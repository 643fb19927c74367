// The built site and a page of it, for the tests of one file; what they open is closed after them.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { complaintsOf, type Page, type Profile } from './browsers.js';
import { serveSite } from './site.js';
import type { StaticServer } from './static-server.js';

export let server: StaticServer;
export let profile: Profile;
export let page: Page;

/** The site is there while the tests of a file or block run. */
export function useServer(): void {
  beforeAll(async () => {
    server = await serveSite();
  });
  afterAll(() => server.close());
}

/** Each test begins in a browser of its own, where `open` has opened a page. */
export function useOwnBrowser(
  launch: () => Promise<Profile>,
  open: (page: Page, server: StaticServer) => Promise<void>,
): void {
  useServer();
  beforeEach(async () => {
    profile = await launch();
    page = await profile.newPage();
    await open(page, server);
    return () => profile.close();
  });
}

/** The tests share a browser; each has a page, of which the browser must not have complained. */
export function useOneBrowser(launch: () => Promise<Profile>): void {
  useServer();
  beforeAll(async () => {
    profile = await launch();
  });
  beforeEach(async () => {
    page = await profile.newPage();
  });
  afterEach(async () => {
    expect(await complaintsOf(page)).toEqual([]);
    await page.close();
  });
  afterAll(() => profile.close());
}
