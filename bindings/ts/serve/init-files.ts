/** What `ldp-bandits init` writes: a config with one experiment, and two pages to try it with. */

export const CONFIG = `{
  "$schema": "./node_modules/ldp-bandits/dist/config.schema.json",
  "experiments": {
    "headlines": {
      "algorithm": { "type": "ldp-thompson", "arms": 3 },
      "perReport": { "epsilon": 1 },
      "labels": ["A quiet week", "What the sea knows", "Ten small forests"],
      "serve": "distribution",
      "control": 0
    }
  },
  "pages": "public"
}
`;

export const CONFIG_WITHOUT_PAGES = CONFIG.replace(',\n  "pages": "public"', '');

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='teal' d='M0 5h2v3H0zM3 0h2v8H3zM6 3h2v5H6z'/></svg>" />
<style>
  :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
  body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; }
</style>`;

/**
 * The option is in the HTML, and the script replaces it. Without a bundler the client is one file, whose name no version
 * changes: it is asked for as soon as the head is read. `maxDelayMs` is shorter than the experiment's 30 s: then a
 * developer waits for less, and the collector waits for longer than it must.
 */
export const PAGE = `${HEAD}
<title>Three headlines</title>
<link rel="modulepreload" href="/ldp-bandits/arms.js" />
<h1><a id="headline" href="/read.html">A quiet week</a></h1>
<p>Click the headline, or do not. 12 to 17 seconds after this page opened, one report leaves it: which headline it showed, and one
random bit, which is more often 1 after a click. No click is reported as no.</p>
<script type="module">
  import { createBandit } from '/ldp-bandits/arms.js';

  const headlines = ['A quiet week', 'What the sea knows', 'Ten small forests'];
  const link = document.querySelector('#headline'); // keeps what the HTML says if anything below fails
  const bandit = await createBandit({
    endpoint: '/collector',
    experiment: 'headlines',
    algorithm: { type: 'ldp-thompson', arms: 3 },
    privacy: { epsilon: 1, epsilonTotal: 1000 }, // a developer reloads often; visitors get less, such as 8
    maxDelayMs: 5000, // you are waiting: leave it out for visitors, whose reports then hide among those of 30 seconds
    worker: '/ldp-sender.js', // sends the report when the click has left this page; \`serve\` has the file
  });
  const decision = bandit.choose();
  link.textContent = headlines[decision.action];
  link.onclick = () => decision.reward(1); // on this device, with noise; silence is reported as 0
</script>
`;

/** Where the link leads: a page without a bandit, so that only the worker can send. */
export const NEXT_PAGE = `${HEAD}
<title>You clicked</title>
<h1>You clicked</h1>
<p>This page has no bandit and no script. The report about the headline still leaves in its time: the worker of this site,
<code>/ldp-sender.js</code>, sends it.</p>
<p><a href="/">Back to the headlines</a></p>
`;
