// Pages of the docs carry code of other projects; their licences ask to be carried along.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a module is from, such as /…/node_modules/@vueuse/core; undefined: none. */
const packageOf = (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace('\0', ''))?.[0];

/** A plugin that writes licenses.txt: name, version and licence of each package in the bundle. */
export const licenses = () => ({
  name: 'ldp-licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
    const folders = [...new Set(modules.map(packageOf))].filter(
      (folder) => folder && existsSync(folder),
    );
    const parts = folders.sort().map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
      return `${name} ${version} (${license})\n\n${text}\n`;
    });
    this.emitFile({
      type: 'asset',
      fileName: 'licenses.txt',
      source: parts.join(`\n${'-'.repeat(80)}\n\n`),
    });
  },
});
