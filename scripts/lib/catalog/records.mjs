// Flat records: how an experiment crosses from TypeScript into a wasm module, as one list of numbers. A record
// begins with the hash of its layout, which the reader compares with its own: two fields swapped on one side
// only, or words of an enumeration, are an error instead of a wrong epsilon.
import { literal } from './literal.mjs';
import { snakeFromCamel } from './names.mjs';
import { notice, readCatalog } from './read.mjs';
import { enumerations, parameters, records, wordsOf } from './schema.mjs';

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);
const isEnumeration = (type) => enumerations.some(({ name }) => name === type);

/** What the numbers of a field stand for; false where they are just numbers. */
function meaningsOf(type) {
  if (type === 'Algorithm') return readCatalog().map(({ id }) => id);
  return isEnumeration(type) && wordsOf(type);
}

/** 24 bits of FNV-1a over names, types, order and words: pages download them. */
export function layoutHash({ name, fields }) {
  const types = fields.map(([field, type]) => [field, type, meaningsOf(type)]);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify([name, types])))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash >>> 8;
}

/** records.generated.hpp: the fields of each record in order, for a reader (bindings/record.hpp). */
export function recordsHeader() {
  const layouts = records.map((record) => {
    const fields = record.fields
      .map(([name, , cpp]) => `    field(record.${cpp ?? snakeFromCamel(name)});\n`)
      .join('');
    const names = record.fields.map(([name]) => `"${name}"`).join(', ');
    return `struct ${record.name}Layout {
  static constexpr std::uint32_t kHash = ${layoutHash(record)}u;
  static constexpr const char* kNames[] = {${names}};
  template <class Record, class Field>
  [[gnu::always_inline]] static void each(Record& record, Field& field) {
${fields}  }
};
`;
  });
  return `// ${notice}
#pragma once

#include <cstdint>

namespace ldp {

${layouts.join('\n')}
}  // namespace ldp
`;
}

const isNested = (type) => /Set$/.test(type);

function typeOf(type) {
  if (isEnumeration(type)) return `(typeof ${lowerFirst(type)}Words)[number]`;
  if (isNested(type)) return 'readonly ArrayLike<number>[]';
  return { list: 'ArrayLike<number>', flag: 'boolean' }[type] ?? 'number';
}

function numberOf(name, type) {
  const value = `record.${name}`;
  if (isNested(type)) return `], ...${value}, [`;
  if (type === 'list') return `, ${value}.length], ${value}, [`;
  if (isEnumeration(type)) return `, ${lowerFirst(type)}Words.indexOf(${value})`;
  return type === 'flag' ? `, Number(${value})` : `, ${value}`;
}

/** What an experiment has of parameters that its algorithm does not take: in C++ the members' defaults. Or null. */
export function valuesWithoutChoice({ typescript: family, fields, without }) {
  if (!without) return null;
  const values = fields.flatMap(([field]) => {
    const rows = parameters.filter(({ name, type }) => name === field && type !== 'levels');
    const isOfFamily = ({ families }) => families?.some((of) => of.endsWith(family));
    const row = rows.find(isOfFamily) ?? rows.find(({ families }) => !families);
    const value = without[field] ?? row?.default ?? 0;
    return row?.optional || field in without ? [[field, value]] : [];
  });
  return Object.fromEntries(values);
}

function withoutChoice(record) {
  const values = valuesWithoutChoice(record);
  if (values === null) return '';
  return `
/** What a ${record.name} has of parameters that its algorithm does not take. */
export const ${lowerFirst(record.name)}Without = ${literal(values, '')} as const;
`;
}

/** The writers of a generated TypeScript module: lists of numbers, to be put one behind the other. */
export function typescriptRecords(module) {
  return records
    .filter(({ typescript }) => typescript === module)
    .map((record) => {
      const numbers = record.fields.map(([name, type]) => numberOf(name, type));
      const list = `[${layoutHash(record)}${numbers.join('')}]`;
      const types = record.fields.map(([name, type]) => `  readonly ${name}: ${typeOf(type)};\n`);
      return `
/** A flat record (bindings/record.hpp). */
export const ${lowerFirst(record.name)}Record = (record: {
${types.join('')}}): readonly ArrayLike<number>[] => [${list.replaceAll('[, ', '[')}];
${withoutChoice(record)}`;
    })
    .join('');
}

/** The module of the records that only a simulation has. */
export function typescriptSimulation() {
  const types = records
    .filter(({ typescript }) => typescript === 'simulation')
    .flatMap(({ fields }) => fields.map(([, type]) => type));
  const imports = enumerations
    .filter(({ name }) => types.includes(name))
    .map(({ name, typescript: [module] }) => {
      const file = module === 'worlds' ? module : `catalog-${module}`;
      return `import { ${lowerFirst(name)}Words } from './${file}.js';\n`;
    });
  return `// ${notice}
${imports.join('')}${typescriptRecords('simulation')}`;
}
