import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const { project } = inject('packed');
const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

test.each([
  ['NodeNext', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
  ['Bundler', { module: 'ESNext', moduleResolution: 'Bundler' }],
])('declarations check under %s, down to those that only they import', async (name, resolution) => {
  const config = `tsconfig.${name}.json`;
  writeFileSync(
    join(project, config),
    JSON.stringify({
      compilerOptions: {
        ...resolution,
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      },
      files: ['types.ts'],
    }),
  );
  const checked = await promisify(execFile)(process.execPath, [tsc, '-p', config], {
    cwd: project,
  }).catch((error) => error);
  expect(checked.stdout).toBe('');
});
