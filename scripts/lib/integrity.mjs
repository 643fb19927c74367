// dist/integrity.json: what a page that loads the files from elsewhere, or a reader who built them, compares.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Of Node only: no page loads them. */
const NODE_ONLY = /^(command\/|simulation\/node-workers\.js$)/;

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** As `integrity` attributes, import maps and `fetch` take it. */
export const subresourceIntegrity = (bytes) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * Writes integrity.json into `folder`: `files`, the subresource integrity of each script and module that a
 * page can load, by its path in the folder; `sha256` of the modules, as hexadecimal digits, which is what
 * `ldp-bandits/url` compares and what `sha256sum` prints.
 */
export function writeIntegrity(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /\.(js|wasm)$/.test(name) && !NODE_ONLY.test(name))
    .sort();
  const read = (name) => readFileSync(join(folder, name));
  const table = (list, hash) => Object.fromEntries(list.map((name) => [name, hash(read(name))]));
  const modules = names.filter((name) => name.endsWith('.wasm'));
  const content = { files: table(names, subresourceIntegrity), sha256: table(modules, sha256) };
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(content, null, 1)}\n`);
}
