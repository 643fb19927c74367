// How long a visitor waits for a headline on a slow phone, beside the SDK of a feature-flag service, in Chromium and
// Firefox. The pages come over the same slow link and are visited in turn.
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { findChromium, findFirefox } from '../../../scripts/lib/browsers.mjs';
import { median } from '../measure.mjs';
import { PAGES, startHost } from '../start/pages.mjs';
import { SLOW_3G, slowLink } from '../start/slow-link.mjs';

const VISITORS = 5;
const SLOWER_CPU = 4;
const PATIENCE_MS = 60_000;
const LONGEST_WAIT = 1.5;

/** Firefox has no way to slow its scripts down. */
const BROWSERS = {
  [`Chromium, CPU ${SLOWER_CPU} times slower`]: {
    launch: async () =>
      chromium.launch({
        executablePath: await findChromium(),
        args: ['--no-sandbox', '--disable-gpu'],
      }),
    newProfile: (browser) => browser.newContext(),
    async newPage(profile) {
      const page = await profile.newPage();
      const session = await profile.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
      return page;
    },
    until: (page, expression) =>
      page.waitForFunction(expression, undefined, { timeout: PATIENCE_MS, polling: 50 }),
  },
  Firefox: {
    launch: async () =>
      puppeteer.launch({ browser: 'firefox', executablePath: await findFirefox(), headless: true }),
    newProfile: (browser) => browser.createBrowserContext(),
    newPage: (profile) => profile.newPage(),
    until: (page, expression) =>
      page.waitForFunction(expression, { timeout: PATIENCE_MS, polling: 50 }),
  },
};

export async function measure() {
  const host = await startHost();
  const link = await slowLink(host.port, SLOW_3G);
  try {
    const lines = [];
    for (const [name, browser] of Object.entries(BROWSERS)) {
      lines.push(...linesOf(name, await visitWith(browser, link)));
    }
    return lines;
  } finally {
    await link.close();
    await host.close();
  }
}

/** By page: of first and of second visits when the headline was there, in ms, how it was chosen, and what they asked for. */
async function visitWith({ launch, newProfile, newPage, until }, link) {
  const browser = await launch();
  const waits = Object.fromEntries(PAGES.map((page) => [page, { cold: [], warm: [] }]));
  try {
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      for (const page of PAGES) {
        const profile = await newProfile(browser);
        for (const visit of ['cold', 'warm']) {
          link.hangUp();
          const tab = await newPage(profile);
          await tab.goto(`${link.origin}/${page}.html`);
          await until(tab, 'globalThis.shown !== undefined');
          // What a page keeps for the next visit, it keeps when all has come.
          await new Promise((resolve) => setTimeout(resolve, 4 * SLOW_3G.roundTripMs));
          waits[page][visit].push(await tab.evaluate(SEEN));
          await tab.close();
        }
        await profile.close();
      }
    }
  } finally {
    await browser.close();
  }
  return waits;
}

/** Of a visit: when the page's script ran, when the headline was there, and when what was asked for, and had come. */
const SEEN = `({
  ...globalThis.shown,
  asked: ['navigation', 'resource'].flatMap((type) =>
    performance.getEntriesByType(type).map(({ name, startTime, responseEnd }) => [
      name.replace(location.origin, ''),
      startTime,
      responseEnd,
    ]),
  ),
})`;

const OTHER = 'growthbook';

function linesOf(browser, waits) {
  return ['cold', 'warm'].map((visit) => {
    const seconds = (page) => median(waits[page][visit].map(({ after }) => after)) / 1000;
    return {
      name: `Until the headline is chosen, ${visit} visit, ${browser}, beside GrowthBook's SDK`,
      value: seconds('ldp-bandits') / seconds(OTHER),
      unit: 'ratio',
      target: { atMost: LONGEST_WAIT },
      comparisons: PAGES.map((page) => ({
        label: LABELS[page],
        value: seconds(page),
        unit: 'seconds',
        note: noteOf(waits[page][visit]),
      })),
    };
  });
}

const LABELS = {
  'ldp-bandits': 'ldp-bandits',
  init: 'the page of init, with ldp-bandits/arms in one file',
  growthbook: 'GrowthBook',
};

/** How the visits chose, how far they were apart, and what waited for what in the last one. */
function noteOf(visits) {
  const how = [...new Set(visits.map((shown) => shown.how))].join(' or ');
  const at = (ms) => (ms / 1000).toFixed(2);
  const all = visits.map(({ after }) => after);
  const { asked, began, after } = visits.at(-1);
  const waterfall = asked
    .filter(([, start]) => start <= after)
    .map(([name, start, end]) => `${name} ${at(start)}-${at(end)}`);
  return `${how}; ${at(Math.min(...all))} to ${at(Math.max(...all))} s; ${waterfall.join(', ')}, script ${at(began)}, headline ${at(after)}`;
}
