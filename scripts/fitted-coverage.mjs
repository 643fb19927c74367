/**
 * How often the intervals of `evaluate` hold the value where propensities are fitted: 300 logs a row of the table in
 * docs/spec/off-policy.md, section 3.7.
 *
 *   node scripts/fitted-coverage.mjs [--logs 300] [--write]
 *
 * Needs dist/. A few minutes on one core.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLog } from '../dist/logs/index.js';
import { createEvaluator } from '../dist/server/index.js';
import { fittedLog } from './lib/fitted-logs.mjs';

const DOCUMENT = new URL('../docs/spec/off-policy.md', import.meta.url);
const BEGIN = '<!-- made by scripts/fitted-coverage.mjs -->\n';
const END = '<!-- end of fitted -->';
const COLUMNS = [
  ['fitted', 'ips'],
  ['fitted', 'snips'],
  ['fitted', 'dr'],
  ['known', 'snips'],
  ['shares', 'snips'],
];

const { values } = parseArgs({
  options: { logs: { type: 'string', default: '300' }, write: { type: 'boolean' } },
});

async function coverage(setting, logs, seed) {
  const held = COLUMNS.map(() => 0);
  const given = COLUMNS.map(() => 0);
  for (let i = 0; i < logs; i += 1) {
    const { csv, known, truth, target } = fittedLog(setting, seed + i);
    const log = await readLog(bytesOf(csv), { fitPropensities: ['age', 'device'] });
    const counts = new Float64Array(log.arms);
    for (const arm of log.arm) counts[arm] += 1;
    const shares = Float64Array.from(log.arm, (arm) => counts[arm] / log.arm.length);
    const intervals = {
      fitted: intervalsOf(log, log.propensity, target),
      known: intervalsOf(log, known, target),
      shares: intervalsOf(log, shares, target),
    };
    COLUMNS.forEach(([from, name], column) => {
      const { low, high, why } = intervals[from][name];
      if (why !== undefined) return;
      given[column] += 1;
      if (low <= truth && truth <= high) held[column] += 1;
    });
  }
  return COLUMNS.map((_, column) => {
    const share = given[column] ? ((100 * held[column]) / given[column]).toFixed(1) : '-';
    return given[column] === logs ? share : `${share} of ${given[column]}`;
  });
}

async function* bytesOf(text) {
  yield Buffer.from(text);
}

function intervalsOf({ arm, reward }, propensity, target) {
  const evaluator = createEvaluator({ target });
  arm.forEach((action, row) => {
    evaluator.add({ action, reward: reward[row], propensity: propensity[row] });
  });
  return evaluator.result().intervals;
}

const lines = [
  '| log | arms | clicks | IPS | SNIPS | DR | SNIPS, known | SNIPS, shares |',
  '|---|---|---|---|---|---|---|---|',
];
let seed = 1;
for (const kind of ['linear', 'bent'])
  for (const arms of [3, 10])
    for (const rate of [0.05, 0.5]) {
      const found = await coverage({ kind, arms, rows: 1000, rate }, Number(values.logs), seed);
      seed += Number(values.logs);
      lines.push(`| ${[`"${kind}"`, arms, `${100 * rate} %`, ...found].join(' | ')} |`);
      console.log(lines.at(-1));
    }
if (values.write) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const at = text.indexOf(BEGIN) + BEGIN.length;
  const table = `\n${lines.join('\n')}\n\n`;
  writeFileSync(DOCUMENT, text.slice(0, at) + table + text.slice(text.indexOf(END, at)));
}
