/** The same run outside of this page: as a program for a page or Node, and for a terminal. */
import type { SimulationSpec } from 'ldp-bandits/simulation';
import type { NamedSpec } from './job.js';

/** Runnable as it stands, in a module of any page that has the package, and in Node. */
export function programOf(specs: readonly NamedSpec[]): string {
  const body = specs
    .map(({ name, spec }) => `  ${JSON.stringify(name)}: ${indent(specText(spec), '  ')},`)
    .join('\n');
  return `import { createSimulator } from 'ldp-bandits/simulation';

const specs = {
${body}
};

const simulator = await createSimulator();
for (const [name, spec] of Object.entries(specs)) {
  const { digest, curves } = await simulator.run(spec).result;
  console.log(name, digest);
  for (const { label, t, mean } of curves) console.log(label, t.at(-1), mean.at(-1));
}
await simulator[Symbol.asyncDispose]();
`;
}

/** @param known the command's own name for these specs, if it has one: \`ren2020/1c --quick\` */
export function commandOf(specs: readonly NamedSpec[], known: string | null): string {
  if (known !== null) return `npx ldp-bandits simulate ${known}\n`;
  return specs
    .map(({ name, spec }) => {
      const file = fileName(name);
      return `cat > ${file}.json <<'SPEC'\n${specText(spec)}\nSPEC\nnpx ldp-bandits simulate ${file}.json --csv ${file}.csv --svg ${file}.svg\n`;
    })
    .join('\n');
}

/** JSON as people write it: lists of numbers and short objects on one line. */
export function specText(spec: SimulationSpec): string {
  return write(spec, '');
}

function write(value: unknown, margin: string): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return flat;
  const simple = Object.values(value).every((item) => typeof item !== 'object' || item === null);
  if (simple && (Array.isArray(value) || flat.length <= 80)) {
    return flat.replaceAll(/([,:])(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '$1 ');
  }
  const inner = `${margin}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + write(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${write(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${margin}${close}`;
}

function indent(text: string, margin: string): string {
  return text.replaceAll('\n', `\n${margin}`);
}

/** Safe for a shell and for every file system. */
export function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'run'
  );
}
