// npm run lighthouse [-- PAGE...]
//
// Lighthouse's mobile scores of the built site, served as `npm start` serves it: performance at least 95, accessibility,
// best practices and SEO 100. Without a PAGE (such as `start/`), of every page. Installs Lighthouse in tests/lighthouse,
// because nothing else needs its 200 packages. Performance is that of this machine: other load lowers it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { preview } from 'vite';
import { findChromium } from './lib/browsers.mjs';
import { root, run } from './lib/run.mjs';
import { readPages } from './lib/words/site-words.mjs';

const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = Object.keys(LEAST);
/** A page is measured again if its performance is too low, at most this often: the best run counts. */
const ATTEMPTS = 3;

const tools = join(root, 'tests/lighthouse');
if (!existsSync(join(tools, 'node_modules')))
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tools });
const load = (path) => import(pathToFileURL(join(tools, 'node_modules', path)).href);
const { default: lighthouse } = await load('lighthouse/core/index.js');
const { launch } = await load('chrome-launcher/dist/index.js');

const server = await preview({
  configFile: join(root, 'web/vite.config.ts'),
  preview: { port: 0 },
  logLevel: 'error',
});
const { port } = server.httpServer.address();
const chrome = await launch({
  chromePath: await findChromium(),
  chromeFlags: ['--headless=new', '--no-sandbox'],
});

async function measure(page) {
  const url = `http://localhost:${port}/${page}`;
  let best;
  for (let attempt = 0; attempt < ATTEMPTS; ++attempt) {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: categories,
      logLevel: 'error',
    });
    if (lhr.runtimeError) throw new Error(`/${page}: ${lhr.runtimeError.message}`);
    const failed = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
      id === 'performance'
        ? []
        : auditRefs.flatMap(({ id: audit, weight }) =>
            weight > 0 && lhr.audits[audit].score === 0 ? [audit] : [],
          ),
    );
    const scores = categories.map((id) => Math.round(100 * (lhr.categories[id].score ?? 0)));
    const numbers = {
      blocked: Math.round(lhr.audits['total-blocking-time'].numericValue ?? Number.NaN),
      shift: lhr.audits['cumulative-layout-shift'].displayValue,
      largest: Math.round(lhr.audits['largest-contentful-paint'].numericValue ?? Number.NaN),
    };
    if (!best || scores[0] > best.scores[0]) best = { page, scores, failed, ...numbers };
    if (scores[0] >= LEAST.performance) break;
  }
  return best;
}

const asked = process.argv.slice(2);
const pages = asked.length
  ? asked
  : readPages()
      .map(({ file }) => file.replace(/^web\/dist\//, '').replace(/index\.html$/, ''))
      .sort();
const rows = [];
try {
  for (const page of pages) {
    const row = await measure(page);
    rows.push(row);
    const { scores, blocked, shift, largest, failed } = row;
    console.log(
      `${scores.map((score) => String(score).padStart(4)).join('')}  blocked ${blocked} ms, shift ${shift}, largest paint ${largest} ms  /${page}  ${failed.join(', ')}`,
    );
  }
} finally {
  await chrome.kill();
  await server.close();
}
const low = rows.filter(({ scores }) => scores.some((score, i) => score < LEAST[categories[i]]));
if (low.length > 0) {
  console.error(
    `below ${Object.values(LEAST).join('/')}: ${low.map(({ page }) => `/${page}`).join(', ')}`,
  );
  process.exit(1);
}
