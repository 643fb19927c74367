// Pages without a framework. They are the same for all visitors: each device picks its own headline, before first paint.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { jsonForHtml } from 'ldp-bandits/bootstrap';
import { toNodeHandler } from 'ldp-bandits/node';
import { collector } from '../collector.js';

const dist = dirname(createRequire(import.meta.url).resolve('ldp-bandits'));
const pickScript = readFileSync(join(dist, 'pick.js'), 'utf8');
const importMap = { imports: { 'ldp-bandits': '/dist/index.js', 'ldp-bandits/': '/dist/' } };

const news = (bootstrap) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>News</title>
    <style>
      #headline > span { display: none; }
      [data-headline="0"] #headline > :nth-child(1),
      [data-headline="1"] #headline > :nth-child(2),
      [data-headline="2"] #headline > :nth-child(3) { display: inline; }
    </style>
    <script>${pickScript}</script>
    <script>
      const bootstrap = ${jsonForHtml(bootstrap)};
      const picked = ldpBandits.pick(bootstrap.experiments.headlines);
      document.documentElement.dataset.headline = picked.action;
    </script>
    <script type="importmap">${JSON.stringify(importMap)}</script>
  </head>
  <body>
    <a id="headline" href="/read"><span>A quiet week</span><span>What the sea knows</span><span>Ten small forests</span></a>
    <script type="module">
      import { createBandit } from 'ldp-bandits';

      const bandit = await createBandit({
        endpoint: '/collector',
        experiment: 'headlines',
        algorithm: { type: 'ldp-thompson', arms: 3 },
        privacy: { epsilon: 1, epsilonTotal: 8 },
        maxDelayMs: 5_000,
        bootstrap,
      });
      const decision = bandit.adopt(picked);
      document.getElementById('headline').onclick = () => decision.reward(1);
    </script>
  </body>
</html>`;

const article = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>The article</title>
    <script type="importmap">${JSON.stringify(importMap)}</script>
  </head>
  <body>
    <h1>The article</h1>
    <script type="module">
      import { sendWaiting } from 'ldp-bandits/outbox.js';

      sendWaiting(); // at their own times, the reports of pages that were left
    </script>
  </body>
</html>`;

const serveCollector = toNodeHandler(collector);

async function answer(path) {
  if (path === '/') return ['text/html', news(await collector.bootstrap(['headlines']))];
  if (path === '/read') return ['text/html', article];
  const [, folder] = /^\/dist\/(chunks\/)?[\w-]+\.js$/.exec(path) ?? [null, null];
  if (folder === null) return ['text/plain', 'There is nothing here.'];
  return ['text/javascript', readFileSync(join(dist, folder ?? '', basename(path)))];
}

createServer(async (request, response) => {
  if (request.url.startsWith('/collector/')) return serveCollector(request, response);
  const [type, body] = await answer(request.url);
  response.setHeader('content-type', `${type}; charset=utf-8`);
  response.setHeader('cache-control', 'public, max-age=300'); // less than timing.slackMs
  response.end(body);
}).listen(process.env.PORT ?? 8787, '127.0.0.1');
