// The prose of the catalog as a TypeScript module.
import { literal } from './literal.mjs';
import { notice } from './read.mjs';

/** The prose of an entry, for pages that explain algorithms or make forms of them. */
function words({ id, name, summary, guarantee, paper, section, parameters }) {
  const sentences = parameters.map((parameter) => [parameter.name, parameter.sentence]);
  return { id, name, summary, guarantee, paper, section, sentences: Object.fromEntries(sentences) };
}

export function typescriptWords(algorithms) {
  return `// ${notice}

/** What people read, in the order of the catalog; apart, because the client's download has no use for it. */
export const catalogWords = ${literal(algorithms.map(words), '')} as const;
`;
}
