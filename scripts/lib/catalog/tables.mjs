// What code needs to know of a family: a table of its own, since a page downloads that of its family only.
import { typescriptEnumerations } from './enumerations.mjs';
import { literal } from './literal.mjs';
import { camel } from './names.mjs';
import { families, membersOf, notice } from './read.mjs';
import { typescriptRecords } from './records.mjs';
import { typescriptTraits } from './traits.mjs';

/** What code needs of a parameter to check and complete a spec. Prose would be a part of every download. */
const withoutProse = ({ sentence, ...parameter }) => parameter;

/** Each parameter once, as the first algorithm has it: many algorithms share one. */
function sharedParameters(algorithms) {
  const shared = new Map();
  for (const parameter of algorithms.flatMap(({ parameters }) => parameters)) {
    if (!shared.has(parameter.name)) shared.set(parameter.name, withoutProse(parameter));
  }
  return shared;
}

/** A parameter of an algorithm: the shared one, and what differs. */
function reference(parameter, shared) {
  const base = shared.get(parameter.name);
  const differences = Object.entries(withoutProse(parameter))
    .filter(([key, value]) => literal(value, '') !== literal(base[key], ''))
    .map(([key, value]) => `, ${key}: ${literal(value, '')}`);
  return differences.length ? `{ ...${parameter.name}${differences.join('')} }` : parameter.name;
}

/**
 * What code needs of a family's algorithms: apart, since a page downloads that of its own family. Only
 * the first family is in every download, so what others share with it they import, and what they share
 * with each other each of them states.
 */
export function familyTable(family) {
  return (algorithms) => {
    const [first] = families;
    const ofFirst = sharedParameters(membersOf(algorithms, first));
    const members = membersOf(algorithms, family);
    const own = sharedParameters(members);
    // The same name may be another parameter elsewhere.
    const isOfFirst = ({ name, type }) => ofFirst.get(name)?.type === type;
    const foreign = family === first ? [] : [...own.values()].filter(isOfFirst);
    for (const { name } of foreign) own.set(name, ofFirst.get(name));
    const foreignNames = foreign.map(({ name }) => name).sort();
    const imports = foreignNames.length
      ? `import { ${foreignNames.join(', ')} } from './catalog-${first}.js';\n`
      : '';
    const constants = [...own]
      .filter(([name]) => !foreignNames.includes(name))
      .map(([name, parameter]) => `export const ${name} = ${literal(parameter, '')} as const;\n`);
    const rows = members.map(({ id, trustModel, payload, parameters }) => {
      const fields = `id: '${id}', family: '${family}', trustModel: '${trustModel}', payload: '${payload}'`;
      const list = parameters.map((parameter) => reference(parameter, own)).join(', ');
      return `  { ${fields}, parameters: [${list}] as readonly Parameter[] },\n`;
    });
    const offset = algorithms.indexOf(members[0]);
    return `// ${notice}
import type { Parameter } from '../internal/catalog-parameter.js';
${imports}
${constants.join('')}
${typescriptEnumerations(family)}${typescriptRecords(family)}${typescriptTraits(family, algorithms)}
/** What code needs to know of the ${family} algorithms; a position here plus the offset is the number in C++. */
export const ${camel(family)}Catalog = [\n${rows.join('')}] as const;

/** The number of the first of them there. */
export const ${camel(family)}Offset = ${offset};
`;
  };
}
