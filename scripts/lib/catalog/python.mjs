// What the Python package knows of the catalog, as JSON: the same rows, words, limits and records as TypeScript.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { camel } from './names.mjs';
import { layoutHash, valuesWithoutChoice } from './records.mjs';
import { enumerations, records, traits, wordsOf } from './schema.mjs';

const row = ({ id, family, trustModel, payload, parameters }) => ({
  id,
  family,
  trustModel,
  payload,
  parameters: parameters.map(({ sentence: _, ...parameter }) => parameter),
});

const record = (layout) => ({
  hash: layoutHash(layout),
  fields: layout.fields.map(([name, type]) => [name, type]),
  without: valuesWithoutChoice(layout),
});

/** What one spec may ask for, as TypeScript states it: numbers and products of them. */
async function specLimits() {
  const text = readFileSync(join(root, 'bindings/ts/simulation/limits.ts'), 'utf8');
  const source = `data:text/javascript,${encodeURIComponent(text.replaceAll(' as const', ''))}`;
  return (await import(source)).limits;
}

export async function pythonTables(algorithms) {
  const idsWith = (trait) =>
    algorithms.filter((a) => a.traits?.includes(trait)).map(({ id }) => id);
  const tables = {
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    limits: await specLimits(),
    catalog: algorithms.map(row),
    traits: Object.fromEntries(traits.map(({ name }) => [camel(name), idsWith(name)])),
    words: Object.fromEntries(enumerations.map(({ name }) => [name, wordsOf(name)])),
    records: Object.fromEntries(records.map((layout) => [layout.name, record(layout)])),
  };
  return `${JSON.stringify(tables)}\n`;
}
