// Flat records: how an experiment crosses from TypeScript into a wasm module, as one list of numbers. A record
// begins with the hash of its layout, which the reader compares with its own: two fields swapped on one side
// only, or words of an enumeration, are an error instead of a wrong epsilon.
import { snakeFromCamel } from './names.mjs';
import { notice } from './read.mjs';
import { enumerations, records, wordsOf } from './schema.mjs';

const lowerFirst = (name) => name[0].toLowerCase() + name.slice(1);
const isEnumeration = (type) => enumerations.some(({ name }) => name === type);

/** 24 bits of FNV-1a over names, types, order and words: pages download them. */
export function layoutHash({ name, fields }) {
  const types = fields.map(([field, type]) => [field, type, isEnumeration(type) && wordsOf(type)]);
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
    return `struct ${record.name}Layout {
  static constexpr std::uint32_t kHash = ${layoutHash(record)}u;
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
  return type === 'list' ? 'ArrayLike<number>' : 'number';
}

/** The writers of a generated TypeScript module: lists of numbers, to be put one behind the other. */
export function typescriptRecords(module) {
  return records
    .filter(({ typescript }) => typescript === module)
    .map((record) => {
      const parts = [`[${layoutHash(record)}`];
      for (const [name, type] of record.fields) {
        const value = `record.${name}`;
        if (isNested(type)) parts.push(`], ...${value}, [`);
        else if (type === 'list') parts.push(`, ${value}.length], ${value}, [`);
        else if (isEnumeration(type)) parts.push(`, ${lowerFirst(type)}Words.indexOf(${value})`);
        else parts.push(`, ${value}`);
      }
      const types = record.fields.map(([name, type]) => `  readonly ${name}: ${typeOf(type)};\n`);
      return `
/** A flat record (bindings/record.hpp). */
export const ${lowerFirst(record.name)}Record = (record: {
${types.join('')}}): readonly ArrayLike<number>[] => [${parts.join('').replaceAll('[, ', '[')}]];
`;
    })
    .join('');
}
