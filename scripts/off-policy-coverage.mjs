/**
 * How often the intervals of `evaluate` hold the value: 1,000 logs a row of the table in docs/spec/off-policy.md, section 3.5.
 *
 *   node scripts/off-policy-coverage.mjs [--logs 1000] [--write]
 *
 * Needs dist/. About three minutes on one core.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createEvaluator } from '../dist/server/index.js';
import { uniform } from './lib/uniform.mjs';

const DOCUMENT = new URL('../docs/spec/off-policy.md', import.meta.url);
const BEGIN = '<!-- made by scripts/off-policy-coverage.mjs -->\n';
const END = '<!-- end -->';
const ESTIMATORS = ['ips', 'snips', 'dm', 'dr', 'switch'];

const { values } = parseArgs({
  options: { logs: { type: 'string', default: '1000' }, write: { type: 'boolean' } },
});

const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const listOf = (arms, of) => Array.from({ length: arms }, (_, arm) => of(arm));
const shares = (list) => {
  const sum = list.reduce((total, weight) => total + weight);
  return list.map((weight) => weight / sum);
};

/**
 * "one": a log of all arms alike, a target that shows one. "all": arm a has 1/(a + 1) times the share of arm 0 in the log.
 * "wild": shares that differ by row, as e^(4 z) with z normal, above a floor of .002/arms.
 */
const SETTINGS = {
  one: (arms, rate) => ({
    log: listOf(arms, () => 1 / arms),
    target: listOf(arms, (arm) => (arm === 0 ? 1 : 0)),
    rates: listOf(arms, () => rate),
  }),
  all: (arms, rate) => ({
    log: shares(listOf(arms, (arm) => 1 / (arm + 1))),
    target: listOf(arms, () => 1 / arms),
    rates: listOf(arms, (arm) => rate * (1 / 2 + arm / (arms - 1))),
  }),
  wild: (arms, rate) => ({
    log: (random) => {
      const found = shares(listOf(arms, () => Math.exp(4 * normal(random))));
      return found.map((share) => 0.002 / arms + 0.998 * share);
    },
    target: listOf(arms, (arm) => (arm === 0 ? 1 : 0)),
    rates: listOf(arms, () => rate),
  }),
};
const CASES = [
  ...['one', 'all'].map((name) => [name, [3, 10, 34], [1000, 3000, 10_000]]),
  ['wild', [3, 10], [1000, 3000]],
];

function coverage({ log, target, rates }, rows, logs, seed) {
  const random = uniform(seed);
  const truth = rates.reduce((sum, rate, arm) => sum + rate * target[arm], 0);
  const held = Object.fromEntries(ESTIMATORS.map((name) => [name, 0]));
  const given = { ...held };
  for (let i = 0; i < logs; i += 1) {
    const evaluator = createEvaluator({ target });
    for (let row = 0; row < rows; row += 1) {
      const propensities = typeof log === 'function' ? log(random) : log;
      let left = random();
      let action = 0;
      while (action < propensities.length - 1 && left >= propensities[action])
        left -= propensities[action++];
      const reward = random() < rates[action] ? 1 : 0;
      evaluator.add({ action, reward, propensity: propensities[action] });
    }
    const { intervals } = evaluator.result();
    for (const name of ESTIMATORS) {
      const { low, high, why } = intervals[name];
      if (why !== undefined) continue;
      given[name] += 1;
      if (low <= truth && truth <= high) held[name] += 1;
    }
  }
  return ESTIMATORS.map((name) => {
    const share = given[name] > 0 ? ((100 * held[name]) / given[name]).toFixed(1) : '-';
    return given[name] === logs ? share : `${share} of ${given[name]}`;
  });
}

const lines = [
  '| setting | arms | rows | clicks | IPS | SNIPS | DM | DR | SWITCH |',
  '|---|---|---|---|---|---|---|---|---|',
];
let seed = 1;
for (const [name, sizes, lengths] of CASES)
  for (const arms of sizes)
    for (const rows of lengths)
      for (const rate of [0.005, 0.01, 0.05, 0.5]) {
        const found = coverage(SETTINGS[name](arms, rate), rows, Number(values.logs), seed);
        seed += 1;
        const about = [`"${name}"`, arms, rows, `${Number((100 * rate).toPrecision(2))} %`];
        lines.push(`| ${[...about, ...found].join(' | ')} |`);
        console.log(lines.at(-1));
      }
if (values.write) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const at = text.indexOf(BEGIN) + BEGIN.length;
  const table = `\n${lines.join('\n')}\n\n`;
  writeFileSync(DOCUMENT, text.slice(0, at) + table + text.slice(text.indexOf(END, at)));
}
