import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An HTML file that runs one script and nothing else. */
export function writePage(
  project: string,
  file: string,
  script: string,
  kind: 'module' | 'classic' = 'module',
): void {
  const type = kind === 'module' ? ' type="module"' : '';
  writeFileSync(
    join(project, file),
    `<!doctype html>\n<meta charset="utf-8">\n<title>${script}</title>\n<script${type} src="./${script}"></script>\n`,
  );
}

/** Where a page finds the two entries of the client: by name through a bundler; without one the installed files. */
const FOLDERS = {
  '.': { of: (name: string) => `ldp-bandits${name && `/${name}`}`, up: './' },
  plain: {
    of: (name: string) => `../node_modules/ldp-bandits/dist/${name || 'index'}.js`,
    up: '../',
  },
};

/** The entries that the experiments of fixtures/visit.js need beside the client's. */
const FAMILIES: Readonly<Record<string, string>> = {
  cards: 'contexts',
  slates: 'slates',
  points: 'points',
};

const visitScript = (
  [entry, ...families]: readonly string[],
  up: string,
  experiment: string,
  endpoint = "'/collector'",
) =>
  `import { createBandit } from '${entry}';
${families.map((family) => `import '${family}';\n`).join('')}import { tell } from '${up}tell.js';
import { visit } from '${up}visit.js';

tell(visit(createBandit, ${endpoint}, '${experiment}'));
`;

/** One visit to each experiment of fixtures/visit.js: <name>, <name>-url and, from a worker, <name>-worker-page. */
export function writePages(project: string): void {
  for (const [folder, { of, up }] of Object.entries(FOLDERS)) {
    const script = (name: string, text: string) =>
      writeFileSync(join(project, folder, `${name}.js`), text);
    script('arms', visitScript([of('arms')], up, 'posters'));
    writePage(project, `${folder}/arms.html`, 'arms.js');
    for (const name of ['posters', 'cards', 'slates', 'points']) {
      const family = FAMILIES[name];
      const entries = [of(''), ...(family ? [of(family)] : [])];
      script(name, visitScript(entries, up, name));
      script(`${name}-url`, visitScript([of('url')], up, name));
      const endpoint = "new URL('/collector', location.origin)";
      script(`${name}-worker`, visitScript(entries, up, name, endpoint));
      script(
        `${name}-worker-page`,
        `new Worker(new URL('./${name}-worker.js', import.meta.url), { type: 'module' });\n`,
      );
      for (const page of [name, `${name}-url`, `${name}-worker-page`])
        writePage(project, `${folder}/${page}.html`, `${page}.js`);
    }
  }
  // An import map says where the package is, and which bytes its files have.
  writeFileSync(join(project, 'plain/mapped.js'), visitScript(['ldp-bandits'], '../', 'posters'));
  for (const page of ['everything', 'pool', 'pool-file'])
    writePage(project, `${page}.html`, `${page}.js`);
  for (const page of ['pool', 'plot']) writePage(project, `plain/${page}.html`, `${page}.js`);
}
