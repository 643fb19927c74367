// Reads src/protocol/schema/: parameters, enumerations, traits and limits, each of which is stated there once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const source = 'src/protocol/schema';
const files = readdirSync(join(root, source))
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(root, source, name), 'utf8')));
const all = (part) => files.flatMap((file) => file[part] ?? []);

/** [name, folder, typescript, sentence, words: [word, sentence][]]; a word's position is its number in C++. */
export const enumerations = all('enumerations').map(({ words, ...row }) => ({
  ...row,
  words: Array.isArray(words) ? words.map((word) => [word, '']) : Object.entries(words),
}));
export const limits = all('limits');
export const parameters = all('parameters');
/** [name, typescript, sentence]. */
export const traits = all('traits');
/** [name, typescript, fields: [name, type, C++ name][], without]; one that extends another begins with its fields. */
export const records = all('records').map((record, _, rows) => {
  const base = rows.find(({ name }) => name === record.extends);
  return { ...record, fields: [...(base?.fields ?? []), ...record.fields] };
});

/** The words of an enumeration, in the order of their numbers. */
export function wordsOf(name) {
  const found = enumerations.find((row) => row.name === name);
  if (!found) throw new Error(`${source}: there is no enumeration ${name}`);
  return found.words.map(([word]) => word);
}
