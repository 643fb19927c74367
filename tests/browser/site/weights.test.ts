// What each page loads before its visitor does anything.
import { expect, it, vi } from 'vitest';
import { isNoWorker, look, sumOf, useSite, weightsOf } from '../support/looks.js';
import { untilConnected } from '../support/site.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const site = useSite();

const kDemos = ['', 'demos/', 'demos/personal/', 'demos/several/', 'demos/ab/', 'demos/sliders/'];
/** The last scripts that a demo loads by itself. */
const kLast = [/demo-knows.*\.js$/];
const kTexts = [
  'how/',
  'playground/',
  'playground/papers/',
  'playground/papers/ren2020/',
  'start/',
  'limits/',
  'docs/',
  'docs/guides/install.html',
];

it.each([...kDemos, ...kTexts])(
  '/%s loads at most 90 kB of compressed scripts before the first use',
  async (path) => {
    const { context, page } = await site.open(look('light', 1280));
    const isDemo = kDemos.includes(path);
    const load = async () => {
      await page.goto(`${site.server.origin}/${path}`);
      if (isDemo) await untilConnected(page);
      // A demo listens to its server for as long as it is open.
      else await page.waitForLoadState('networkidle');
    };
    const last = isDemo ? /\.wasm$/ : /(\/|\.html)$/;
    const weights = await weightsOf(site, load, last, path.startsWith('demos/') ? kLast : []);
    const isScript = (file: string) => isNoWorker(file) && file.endsWith('.js');
    const sum = sumOf(weights, isScript);
    console.log(`scripts of /${path}: ${(sum / 1000).toFixed(1)} kB gzip`);
    expect(sum).toBeGreaterThan(5_000);
    expect(sum).toBeLessThanOrEqual(90_000);
    await context.close();
  },
);
