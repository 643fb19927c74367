// The declarations of components under the current and the previous major of each framework.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';
import { installPrevious, MAJORS, type Major } from './frameworks.js';

const { project } = inject('packed');
const tsc = join(MAJORS.current, 'node_modules/typescript/bin/tsc');

beforeAll(installPrevious);

test.each<[string, Major, readonly string[]]>([
  ['React 19', 'current', ['react']],
  ['React 18', 'previous', ['react']],
  ['Vue 3', 'current', ['vue', 'vue-3']],
  ['Vue 2.7', 'previous', ['vue']],
  ['Svelte 5', 'current', ['svelte']],
  ['Svelte 4', 'previous', ['svelte']],
])('declarations check under %s', async (name, major, files) => {
  const config = `tsconfig.${name.replace(' ', '-')}.json`;
  const modules = join(MAJORS[major], 'node_modules');
  writeFileSync(
    join(project, 'frameworks', config),
    JSON.stringify({
      compilerOptions: {
        module: 'ESNext',
        moduleResolution: 'Bundler',
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        types: [],
        paths: {
          react: [join(modules, '@types/react')],
          svelte: [join(modules, 'svelte')],
          'svelte/*': [join(modules, 'svelte/types/index.d.ts')],
          vue: [join(modules, 'vue')],
        },
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: major === 'previous', // theirs
        noEmit: true,
      },
      files: files.map((file) => `types-${file}.ts`),
    }),
  );
  const checked = await promisify(execFile)(process.execPath, [tsc, '-p', config], {
    cwd: join(project, 'frameworks'),
  }).catch((error) => error);
  expect(checked.stdout).toBe('');
});
