// The site in all three engines: a click becomes one visible request, answered by the Service Worker.
import { describe, expect, it, vi } from 'vitest';
import { complaintsOf, kAllProfiles } from '../support/browsers.js';
import {
  kNo,
  kYes,
  openSite,
  ownPosts,
  packetBody,
  press,
  untilConnected,
  untilSent,
} from '../support/site.js';
import { page, server, useOwnBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe.each(kAllProfiles)('the site in %s', (_name, launch) => {
  let posts: string[];
  useOwnBrowser(launch, async (page, server) => {
    posts = ownPosts(page);
    await openSite(page, server);
  });

  const hostSaw = () => server.hits.filter(({ path }) => path.startsWith('/collector'));

  it('sends an answer as the packet on the screen, once, to the Service Worker alone', async () => {
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
    await press(page, kYes);
    const body = JSON.parse(await packetBody(page)) as object;
    expect(Object.keys(body)).toEqual(['v', 'id', 'snapshot', 'arm', 'level', 'bit']);
    await untilSent(page);
    expect(posts).toEqual(['/collector/posters-1/reports']);
    expect(hostSaw()).toEqual([]);
    expect(await complaintsOf(page)).toEqual([]);
  });

  it('loses no report when the page is reloaded before its packet has left', async () => {
    await press(page, kNo);
    await packetBody(page);
    await page.reload();
    await untilConnected(page);
    await expect.poll(() => posts, { timeout: 20_000 }).toEqual(['/collector/posters-1/reports']);
    await press(page, kYes);
    await untilSent(page);
    expect(posts).toHaveLength(2);
    expect(hostSaw()).toEqual([]);
    expect(await complaintsOf(page)).toEqual([]);
  });
});
