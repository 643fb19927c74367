import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const { project } = inject('packed');
const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

const resolutions = [
  ['NodeNext', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
  ['Bundler', { module: 'ESNext', moduleResolution: 'Bundler' }],
] as const;
const libraries = [
  ['ES2022 and DOM, which know no `using`', ['ES2022', 'DOM']],
  ['ESNext.Disposable too', ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable']],
  ['a worker', ['ES2022', 'WebWorker']],
] as const;
const projects = resolutions.flatMap(([name, resolution]) =>
  libraries.map(([library, lib]) => [name, library, resolution, lib] as const),
);

test.each(projects)(
  'declarations check under %s with %s, down to those that only they import',
  async (...[, , resolution, lib]) => {
    const config = 'tsconfig.consumer.json';
    writeFileSync(
      join(project, config),
      JSON.stringify({
        compilerOptions: {
          ...resolution,
          target: 'ES2022',
          lib,
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
  },
);
