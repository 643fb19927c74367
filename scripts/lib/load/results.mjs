// docs/scale.json: what was measured last, by server. The tables of docs/scale.md are made from it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const file = join(root, 'docs/scale.json');

/** Everything that was measured; parts may be absent. */
export function results() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Takes over new figures, part by part: those of other servers stay. */
export function keep(found) {
  const all = results();
  for (const [part, figures] of Object.entries(found)) all[part] = { ...all[part], ...figures };
  writeFileSync(file, `${JSON.stringify(rounded(all), null, 2)}\n`);
}

/** Four digits are more than a run repeats. */
function rounded(value) {
  if (typeof value === 'number')
    return Number.isInteger(value) ? value : Number(value.toPrecision(4));
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
}
