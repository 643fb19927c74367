// The API reference: a Markdown page for each entry of the package that has exports of its own, by TypeDoc.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from '../run.mjs';

/** Entries whose declarations say nothing: bytes, and scripts that run by being imported. */
const MUTE = /\.wasm$|^\.\/(worker|simulation\/worker)$/;

/**
 * @param {{exports: Record<string, string | {types: string}>, tools: string, into: string}} options `exports` of
 *   package.json, the folder that has TypeDoc, and the folder that the pages are written into
 */
export function writeReference({ exports, tools, into }) {
  const entries = Object.entries(exports).flatMap(([name, { types }]) =>
    types && !MUTE.test(name) ? [{ name: name.replace('.', 'ldp-bandits'), types }] : [],
  );
  const missing = entries.find(({ types }) => !existsSync(join(root, types)));
  if (missing)
    throw new Error(
      `${missing.types} is missing. First: npm run build:wasm && npm run build:package`,
    );

  // A module of one line for each entry, so that a page has the name that a program imports.
  const folder = join(root, 'build/reference');
  rmSync(folder, { recursive: true, force: true });
  const files = entries.map(({ name, types }) => {
    const file = join(folder, `${name}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    const from = JSON.stringify(join(root, types).replace(/\.d\.ts$/, '.js'));
    writeFileSync(file, `/** @module ${name} */\nexport * from ${from};\n`);
    return file;
  });
  const compilerOptions = {
    strict: true,
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
  };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const options = {
    tsconfig: config,
    entryPoints: files,
    plugin: ['typedoc-plugin-markdown'],
    out: into,
    name: 'API reference',
    readme: 'none',
    router: 'module',
    entryFileName: 'index',
    flattenOutputFiles: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    disableSources: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    propertyMembersFormat: 'table',
    enumMembersFormat: 'table',
    excludeExternals: true,
    excludePrivate: true,
    excludeInternal: true,
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: false },
  };
  writeFileSync(join(folder, 'typedoc.json'), JSON.stringify(options));
  run(
    'node',
    [join(tools, 'node_modules/typedoc/bin/typedoc'), '--options', join(folder, 'typedoc.json')],
    { cwd: tools },
  );
  mendAnchors(into);
}

/**
 * TypeDoc numbers an anchor, `#ldperrorcode-1`, also where the other of that name is a member that has no heading of
 * that name in Markdown.
 */
function mendAnchors(folder) {
  const read = (page) => readFileSync(join(folder, page), 'utf8');
  const hasSecond = (page, name) =>
    Array.from(read(page).matchAll(/^#+ (.*)$/gm)).filter(
      ([, heading]) => heading.toLowerCase().replaceAll(/[^\w-]/g, '') === name,
    ).length > 1;
  for (const page of readdirSync(folder)) {
    const text = read(page).replaceAll(
      /\]\(([\w.-]*\.md)?#([\w-]+)-1\)/g,
      (link, to = page, name) => (hasSecond(to, name) ? link : link.replace('-1)', ')')),
    );
    writeFileSync(join(folder, page), text);
  }
}
