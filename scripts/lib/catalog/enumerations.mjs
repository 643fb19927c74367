// Enumerations and limits of the schema, for a folder of src/ and for a TypeScript module.
import { literal } from './literal.mjs';
import { identifier, screaming } from './names.mjs';
import { notice } from './read.mjs';
import { enumerations, limits } from './schema.mjs';
import { typescriptTraits } from './traits.mjs';

/** Folders of src/ that have a schema.generated.hpp. */
export const folders = ['privacy', 'mechanisms', 'protocol', 'simulation'];

const upperFirst = (name) => name[0].toUpperCase() + name.slice(1);
const comment = (indent, sentence) => (sentence ? `${indent}/// ${sentence}\n` : '');

function cppEnumeration({ name, sentence, words }) {
  const values = words.map(([word, of]) => `${comment('  ', of)}  ${identifier(word)},\n`).join('');
  const list = words.map(([word]) => `"${word}"`).join(', ');
  return `${comment('', sentence)}enum class ${name} : std::uint8_t {
${values}};
inline constexpr std::array<std::string_view, ${words.length}> k${name}Words{${list}};
constexpr const auto& words_of(${name}) { return k${name}Words; }
`;
}

function cppLimit({ name, type, value, sentence }) {
  const cpp = type === 'integer' ? 'std::uint32_t' : 'double';
  return `${comment('', sentence)}inline constexpr ${cpp} k${upperFirst(name)} = ${value};\n`;
}

/** schema.generated.hpp of a folder: its enumerations, the words of each in the same order, its limits. */
export function folderHeader(folder) {
  return () => `// ${notice}
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ldp {

${enumerations
  .filter((row) => row.folder === folder)
  .map(cppEnumeration)
  .join('\n')}
${folder === 'protocol' ? `${limits.map(cppLimit).join('')}\n` : ''}}  // namespace ldp
`;
}

/** What a generated TypeScript module has of them: the words of an enumeration in the order of C++. */
export function typescriptEnumerations(module) {
  const lists = enumerations
    .filter(({ typescript }) => typescript.includes(module))
    .map(({ name, sentence, words }) => {
      const list = literal(
        words.map(([word]) => word),
        '',
      );
      const doc = sentence ? `/** ${sentence} */\n` : '';
      return `${doc}export const ${name[0].toLowerCase()}${name.slice(1)}Words = ${list} as const;\n`;
    });
  const constants = limits
    .filter(({ typescript }) => typescript === module)
    .map(
      ({ name, value, sentence }) =>
        `/** ${sentence} */\nexport const ${screaming(name)} = ${value};\n`,
    );
  return [...lists, ...constants].join('');
}

/** The module of what exists in the simulation only. */
export const typescriptWorlds = (algorithms) => `// ${notice}
${typescriptEnumerations('worlds')}${typescriptTraits('worlds', algorithms)}`;
