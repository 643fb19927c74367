// Older tools, from a lock of their own, with the packed tarball: Jest with CommonJS and jsdom, as docs/guides/testing.md
// has it, and TypeScript with `moduleResolution: node`, which reads no `exports`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
/** Below build/: it is kept for the next run. */
const consumer = join(repository, 'build/jest');
const { project } = inject('packed');

beforeAll(() => {
  const from = join(import.meta.dirname, 'jest');
  const lock = readFileSync(join(from, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex');
  const installed = join(consumer, 'node_modules/.of-lock');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== digest) {
    cpSync(from, consumer, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', ['ci', ...options], { cwd: consumer, stdio: 'ignore' });
    writeFileSync(installed, digest);
  }
  for (const name of ['ldp-bandits', 'hono']) {
    const into = join(consumer, 'node_modules', name);
    rmSync(into, { recursive: true, force: true });
    cpSync(join(project, 'node_modules', name), into, { recursive: true });
  }
  rmSync(join(consumer, 'tests'), { recursive: true, force: true });
  mkdirSync(join(consumer, 'tests'));
}, 300_000);

const guide = readFileSync(join(repository, 'docs/guides/testing.md'), 'utf8');
const [config = '', ...examples] = Array.from(
  guide.matchAll(/```js\n(.*?)```/gs),
  ([, code = '']) => code,
);
const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<
    Record<string, string | { readonly types: string; readonly default: string }>
  >;
};

/** Jest over one file. */
function jest(name: string, code: string): string {
  writeFileSync(join(consumer, 'jest.config.cjs'), config);
  writeFileSync(join(consumer, 'tests', name), code);
  const command = [join(consumer, 'node_modules/jest/bin/jest.js'), name];
  try {
    execFileSync(process.execPath, command, { cwd: consumer, encoding: 'utf8', stdio: 'pipe' });
    return 'passed';
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr);
  }
}

/** Of Node, of frameworks that a page has anyway, of workers; and `url`, which needs `import.meta`. */
const NEEDS_MORE =
  /^\.\/(url|react|vue|svelte|openfeature|growthbook|vercel-flags|node|server\/.*|worker|simulation\/worker|replay\/worker|server)$/;

test('Jest with CommonJS and jsdom: the guide as it stands', () => {
  expect(examples).toHaveLength(2);
  for (const [i, example] of examples.entries())
    expect(jest(`guide-${i}.test.js`, example)).toBe('passed');
});

test('Jest with CommonJS and jsdom: every entry of a page is imported without what jsdom does not have', () => {
  const pages = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'object' && target.default.endsWith('.js') && !NEEDS_MORE.test(path)
      ? [path.slice(2)]
      : [],
  );
  expect(pages).toEqual(
    expect.arrayContaining(['', 'outbox', 'components', 'overlay', 'bootstrap']),
  );
  const tests = pages.map((path) => {
    const name = ['ldp-bandits', path].filter(Boolean).join('/');
    return `test('${name}', () => { expect(Object.keys(require('${name}'))).not.toEqual([]); });`;
  });
  const bare = "test('this jsdom has none', () => expect(typeof TextDecoder).toBe('undefined'));";
  expect(jest('entries.test.js', [bare, ...tests].join('\n'))).toBe('passed');
});

test('TypeScript with moduleResolution node finds the declarations of every sub-path', () => {
  const typed = Object.entries(exports).filter(
    ([, target]) => typeof target === 'object' && !target.types.endsWith('wasm-module.d.ts'),
  );
  const code = typed.map(
    ([path], i) => `export type T${i} = typeof import('ldp-bandits${path.slice(1)}');`,
  );
  writeFileSync(join(consumer, 'tests/types.ts'), code.join('\n'));
  const options = {
    ...{ module: 'ESNext', moduleResolution: 'node', target: 'ES2022', lib: ['ES2022', 'DOM'] },
    ...{ types: [], strict: true, skipLibCheck: true, noEmit: true },
  };
  writeFileSync(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['tests/types.ts'] }),
  );
  const tsc = join(consumer, 'node_modules/typescript/bin/tsc');
  const printed = (() => {
    try {
      return execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: consumer, encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  })();
  expect(printed).toBe('');
});
