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
  '.': { entry: 'ldp-bandits', url: 'ldp-bandits/url', up: './' },
  plain: {
    entry: '../node_modules/ldp-bandits/dist/index.js',
    url: '../node_modules/ldp-bandits/dist/url.js',
    up: '../',
  },
};

const visitScript = (entry: string, up: string, experiment: string, endpoint = "'/collector'") =>
  `import { createBandit } from '${entry}';
import { tell } from '${up}tell.js';
import { visit } from '${up}visit.js';

tell(visit(createBandit, ${endpoint}, '${experiment}'));
`;

/** One visit to each experiment of fixtures/visit.js: <name>, <name>-url and, from a worker, <name>-worker-page. */
export function writePages(project: string): void {
  for (const [folder, { entry, url, up }] of Object.entries(FOLDERS)) {
    const script = (name: string, text: string) =>
      writeFileSync(join(project, folder, `${name}.js`), text);
    for (const name of ['posters', 'cards', 'slates', 'points']) {
      script(name, visitScript(entry, up, name));
      script(`${name}-url`, visitScript(url, up, name));
      const endpoint = "new URL('/collector', location.origin)";
      script(`${name}-worker`, visitScript(entry, up, name, endpoint));
      script(
        `${name}-worker-page`,
        `new Worker(new URL('./${name}-worker.js', import.meta.url), { type: 'module' });\n`,
      );
      for (const page of [name, `${name}-url`, `${name}-worker-page`])
        writePage(project, `${folder}/${page}.html`, `${page}.js`);
    }
  }
  // An import map says where the package is, and which bytes its files have.
  writeFileSync(join(project, 'plain/mapped.js'), visitScript('ldp-bandits', '../', 'posters'));
  for (const page of ['everything', 'pool', 'pool-file'])
    writePage(project, `${page}.html`, `${page}.js`);
  for (const page of ['pool', 'plot']) writePage(project, `plain/${page}.html`, `${page}.js`);
}
