// The TypeScript module with the default of each family: small, for code that needs no more of the catalog.
import { notice } from './read.mjs';

export function typescriptDefaults(algorithms) {
  const defaults = algorithms.filter((algorithm) => algorithm.default);
  const bySet = algorithms.flatMap(({ id, defaultFor = [] }) =>
    defaultFor.map((kind) => `  '${kind}': '${id}',\n`),
  );
  return `// ${notice}

/** What a page gets that names none, of each family. */
export const defaultAlgorithms = {
${defaults.map(({ family, id }) => `  '${family}': '${id}',\n`).join('')}} as const;

/** The same for decision sets of these types; of all others it is the default of the family. */
export const defaultBySet = {
${bySet.join('')}} as const;
`;
}
