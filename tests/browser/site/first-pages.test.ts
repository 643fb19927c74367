// The first pages of the site in WebKit: each does what it is there for, and the browser complains of nothing. The home
// page is in site.test.ts. Chromium and Firefox have a file of tests for each page.
import { describe, expect, it, vi } from 'vitest';
import { kWebKitProfiles, waitFor } from '../support/browsers.js';
import { fill, pressIn, touch, untilText } from '../support/runs.js';
import { packetBody, press, untilSent } from '../support/site.js';
import { openPage } from '../support/two-pages.js';
import { page, server, useOneBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const field = (path: string) => `[data-path="${path}"]`;

describe.each(kWebKitProfiles)('the first pages in %s', (_name, launch) => {
  useOneBrowser(launch);

  const untilLive = () =>
    waitFor(page, () => document.documentElement.classList.contains('live'), null, 'the page');

  it('/demos/ leads to demos, and the one with slates sends what its wall shows', async () => {
    await page.goto(`${server.origin}/demos/`);
    const demos = await page.evaluate(
      () => Array.from(document.querySelectorAll<HTMLAnchorElement>('main a'), ({ href }) => href),
      null,
    );
    expect(demos).toContain(`${server.origin}/demos/several/`);
    await openPage(page, server, 'demos/several');
    await fill(page, '.zone-device select', '6');
    await press(page, 'Show a set');
    await untilText(page, '.gap-state', /^Ready to send/);
    await press(page, 'Send: ');
    expect(JSON.parse(await packetBody(page))).toMatchObject({ v: 1 });
    await untilSent(page);
  });

  it('/how/ flips the coin of the client', async () => {
    await page.goto(`${server.origin}/how/`);
    await untilLive();
    await press(page, 'Flip the coin');
    const said = await untilText(page, '#how-coin > .figure > [role=status]', /came up/);
    expect(said).toMatch(/the (truth|opposite)/);
  });

  it('/playground/ plays a world with its learners', async () => {
    await page.goto(`${server.origin}/playground/`);
    await touch(page);
    await untilText(page, '.play-form', /Seed|more than this form/);
    await fill(page, field('epsilon'), '1');
    await fill(page, field('horizon'), '2000');
    await fill(page, field('replicates'), '3');
    await pressIn(page, '.controls', 'Run');
    await untilText(page, '.controls .job-text', /^Done: 2,000 rounds/, 60_000);
  });

  it('/start/ advises what the answers ask for', async () => {
    await page.goto(`${server.origin}/start/`);
    await untilLive();
    await untilText(page, '.start-result h2 code', /^ldp-thompson$/);
    await fill(page, '#start-choose', 'set');
    await untilText(page, '.start-result h2 code', /^cucb-ldp-kl$/);
  });

  it('/limits/ opens the part that a link names', async () => {
    await page.goto(`${server.origin}/limits/#tests`);
    await untilLive();
    const open = await page.evaluate(
      () => Array.from(document.querySelectorAll('details[open]'), (part) => part.innerHTML),
      null,
    );
    expect(open).toHaveLength(1);
    expect(open[0]).toContain('id="tests"');
  });
});
