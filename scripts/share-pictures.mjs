// npm run share-pictures
//
// Draws the picture that a messenger or a social network shows beside a link, one a page, with the title that the
// page has for them: 1200 x 630 PNG in web/public/share/. Needs Chromium. The titles that were drawn are kept in
// web/build/share-titles.json, so that a test can tell when a picture is out of date.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './lib/browsers.mjs';
import { root } from './lib/run.mjs';

const folder = join(root, 'web/public/share');
const pages = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html') && !path.startsWith('dist/'))
  .sort();

const pictureOf = (title) => `<!doctype html>
<meta charset="utf-8">
<style>
body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 300px 1fr; background: #fcfcfa; color: #1b1f24; font-family: system-ui, sans-serif; }
.wall { position: relative; background: #e9f0fb; }
.wall svg { position: absolute; inset: 0; width: 300px; height: 630px; }
.text { display: flex; flex-direction: column; justify-content: space-between; padding: 72px 72px 64px 64px; }
h1 { margin: 0; font-size: 64px; line-height: 1.14; letter-spacing: -0.022em; font-weight: 750; text-wrap: balance; }
p { margin: 0; font-size: 30px; color: #57606a; }
b { color: #122a80; }
</style>
<div class="wall"><svg viewBox="0 0 300 630">
<rect x="220" width="80" height="630" fill="#faf1e6"/>
<rect x="180" width="40" height="255" fill="#c9b8a8"/><rect x="180" y="375" width="40" height="255" fill="#c9b8a8"/>
<rect x="50" y="270" width="90" height="90" rx="20" fill="#122a80"/>
<rect x="182" y="297" width="36" height="36" rx="9" fill="#8f4500"/>
</svg></div>
<div class="text"><h1>${title}</h1><p><b>ldp-bandits</b> · learning that keeps answers private</p></div>`;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await findChromium() });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
const titles = {};
for (const file of pages) {
  const name = file === 'index.html' ? 'home' : dirname(file).replaceAll('/', '-');
  const html = readFileSync(join(root, 'web', file), 'utf8');
  const title = /property="og:title" content="([^"]*)"/.exec(html)?.[1];
  if (!title) throw new Error(`${file} has no og:title`);
  titles[file] = title;
  await page.setContent(pictureOf(title));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
await browser.close();
writeFileSync(join(root, 'web/build/share-titles.json'), `${JSON.stringify(titles, null, 2)}\n`);
