// npm run figures -- open-bandit: what each of two policies that ran side by side says of the other. Reads the sample of
// the Open Bandit Dataset from $LDP_SHARED_DATA or ../shared/data; writes docs/figures/open-bandit.md and its plots.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { layoutPlot, toSVG } from 'ldp-bandits/plot';
import { evaluate } from 'ldp-bandits/server';
import Papa from 'papaparse';
import { root } from '../run.mjs';

const ITEMS = 34;
const PLACES = 3;
const STEP = 500;
const NAMES = { random: 'random', bts: 'Thompson sampling' };

function read(name) {
  const folder = process.env.LDP_SHARED_DATA ?? join(root, '../shared/data');
  const file = join(folder, 'open-bandit-men', `${name}-men.csv.gz`);
  if (!existsSync(file)) {
    console.error(
      `figures: ${file} is not there; LDP_SHARED_DATA names the folder of open-bandit-men`,
    );
    process.exit(2);
  }
  const text = gunzipSync(readFileSync(file)).toString();
  return Papa.parse(text, { header: true, skipEmptyLines: true }).data.map((row) => ({
    action: Number(row.item_id),
    reward: Number(row.click),
    propensity: Number(row.propensity_score),
    stratum: Number(row.position) - 1,
  }));
}

/** The share of each item at each place. */
const shares = (rows) =>
  Array.from({ length: PLACES }, (_, place) => {
    const here = rows.filter(({ stratum }) => stratum === place);
    const count = (item) => here.filter(({ action }) => action === item).length;
    return Array.from({ length: ITEMS }, (_, item) => count(item) / here.length);
  });

/** Its propensities are 1/34 in every row. */
const targets = {
  random: () => Array.from({ length: PLACES }, () => Array(ITEMS).fill(1 / ITEMS)),
  bts: shares,
};

function draw({ from, to, log, target, truth }, file) {
  const ends = Array.from({ length: log.length / STEP }, (_, i) => STEP * (i + 1));
  const found = ends.map((rows) => evaluate({ log: log.slice(0, rows), target }));
  const line = (label, of) => ({
    label,
    x: ends,
    y: found.map((one) => one[of]),
    low: found.map(({ intervals }) => intervals[of].low),
    high: found.map(({ intervals }) => intervals[of].high),
  });
  const plain = { x: [STEP, log.length], y: [truth, truth] };
  const title = `Log of ${NAMES[from]}: what ${NAMES[to]} would have earned`;
  const layout = layoutPlot(
    [
      line('DR', 'dr'),
      line('IPS', 'ips'),
      { label: `${NAMES[to]}, its own log`, kind: 'non-private', ...plain },
    ],
    { title, x: { label: 'rows of the log' }, y: { label: 'clicks a row' } },
  );
  writeFileSync(file, toSVG(layout, { theme: 'auto' }));
  return title;
}

export function drawOpenBandit() {
  const logs = { random: read('random'), bts: read('bts') };
  const folder = join(root, 'docs/figures/open-bandit');
  mkdirSync(folder, { recursive: true });
  const digits = (x) => x.toFixed(5);
  const interval = ({ low, high }) => `${digits(low)} to ${digits(high)}`;
  const sections = [
    ['random', 'bts'],
    ['bts', 'random'],
  ].map(([from, to]) => {
    const log = logs[from];
    const target = targets[to](logs[to]);
    const truth = logs[to].reduce((sum, { reward }) => sum + reward, 0) / logs[to].length;
    const file = `${from}.svg`;
    const title = draw({ from, to, log, target, truth }, join(folder, file));
    const found = evaluate({ log, target });
    const rows = Object.entries(found.intervals).map(
      ([name, ends]) => `| ${name.toUpperCase()} | ${digits(found[name])} | ${interval(ends)} |`,
    );
    return `## ${title}

![${title}](open-bandit/${file})

| estimate | clicks a row | 95 % interval |
| --- | --- | --- |
${rows.join('\n')}
| ${NAMES[to]}, its own log | ${digits(truth)} | standard error ${digits(Math.sqrt((truth * (1 - truth)) / logs[to].length))} |

Mean weight ${found.meanWeight.toFixed(4)}, largest ${found.largestWeight.toFixed(2)}; as much as ${Math.round(found.ess).toLocaleString('en-US')} rows of equal weight.
`;
  });
  writeFileSync(
    join(root, 'docs/figures/open-bandit.md'),
    `# Off-policy evaluation of a real log

Written by \`npm run figures -- open-bandit\` from the sample of the Open Bandit Dataset, campaign "men" (Saito, Aihara, Matsutani and
Narita 2021; repository st-tech/zr-obp, Apache-2.0): 10,000 rows of each of two policies that ran side by side on a shop, random and
Bernoulli Thompson sampling. So each log can be asked what the other policy would have earned, and the other log has the
answer. Random is the target that plays every item equally often, Thompson sampling the share of each item at each place in its own
log. Formulas: [specification](../spec/off-policy.md).

With 46 and 69 clicks all estimates agree with the truth within noise, and nothing finer can be shown. SWITCH is DR here.

${sections.join('\n')}`,
  );
  console.log('docs/figures/open-bandit.md');
}
