// npm run docs: the docs site into web/dist/docs, by VitePress: the pages of docs/, the changelog, the security policy,
// and the API reference that TypeDoc writes from the declarations that ship. DOCS_BASE is the path that the site is
// served at (/docs/). A dead link fails the build.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { BESIDE, linksForSite, placeOf, sourceAddress } from './lib/docs/links.mjs';
import { writeReference } from './lib/docs/reference.mjs';
import { root, run } from './lib/run.mjs';

const tools = join(root, 'scripts/docs');
const pages = join(root, 'build/docs');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function writePages() {
  const source = sourceAddress(manifest);
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(md|svg|png)$/.test(path))
    .map((path) => `docs/${path}`);
  for (const from of [...inDocs, ...Object.keys(BESIDE)]) {
    const target = join(pages, placeOf(from));
    mkdirSync(dirname(target), { recursive: true });
    if (!from.endsWith('.md')) {
      cpSync(join(root, from), target);
      continue;
    }
    const page = linksForSite(from, readFileSync(join(root, from), 'utf8'), source);
    writeFileSync(target, page.text);
    // VitePress serves what lies in public/ as it is.
    for (const file of page.files)
      cpSync(join(root, 'docs', file), join(pages, 'public', file), { recursive: true });
  }
}

if (!existsSync(join(tools, 'node_modules/vitepress/package.json'))) {
  console.log('VitePress and TypeDoc are installed into scripts/docs (npm ci).');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tools });
}
rmSync(pages, { recursive: true, force: true });
writePages();
writeReference({ exports: manifest.exports, tools, into: join(pages, 'reference') });
run('node', [join(tools, 'node_modules/vitepress/bin/vitepress.js'), 'build', tools], {
  // Else a link to a file of results is a dead link to a page.
  env: { ...process.env, VITE_EXTRA_EXTENSIONS: 'jsonl' },
});
