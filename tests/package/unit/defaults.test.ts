// One meaning of "default": what the catalog calls so is the default in docs/algorithms.md, in docs/spec/defaults.md, of the command
// line and of the files that it writes.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AlgorithmSpec, createCollector, memoryStore } from 'ldp-bandits/server';
import { catalog, defaultBySet } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const text = (file: string) => readFile(join(root, file), 'utf8');
const command = (args: readonly string[], cwd = root) =>
  promisify(execFile)(process.execPath, [join(root, 'dist/command/ldp-bandits.js'), ...args], {
    cwd,
  });

const defaults = catalog.filter((entry) => entry.default);
const defaultOf = (wanted: string) => defaults.find(({ family }) => family === wanted)?.id;

test('each family has one default', () => {
  const families = new Set(catalog.map(({ family }) => family));
  expect(defaults.map(({ family }) => family).sort()).toEqual([...families].sort());
});

test('docs/algorithms.md marks the defaults of the catalog, and no other algorithm', async () => {
  const marked = (await text('docs/algorithms.md')).matchAll(
    /^\| `([\w-]+)` \(default[^)]*\) \|/gm,
  );
  const known = [...defaults.map(({ id }) => id), ...Object.values(defaultBySet)];
  expect(Array.from(marked, ([, id]) => id).sort()).toEqual([...new Set<string>(known)].sort());
});

test('docs/spec/defaults.md has a row with its reason for each of them', async () => {
  const [, table = ''] =
    /^## 1\. Per family\n([\s\S]*?)\n## 2/m.exec(await text('docs/spec/defaults.md')) ?? [];
  const named = Array.from(table.matchAll(/^\| [^|]+ \| `([\w-]+)`/gm), ([, id]) => id);
  expect(named.sort()).toEqual(defaults.map(({ id }): string => id).sort());
});

test('`replay` names them, a log of arms, of contexts and of slates having one each', async () => {
  const { stdout } = await command(['replay', '--help']);
  const [, ...named] =
    /default ([\w-]+); with features ([\w-]+); with slates ([\w-]+),\s+or ([\w-]+) where/.exec(
      stdout,
    ) ?? [];
  const slates = [defaultBySet['top-k'], defaultOf('combinatorial')];
  expect(named).toEqual([...['multi-armed', 'linear'].map(defaultOf), ...slates]);
});

test('`init` writes a collector and a page of arms that have theirs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'defaults-'));
  try {
    await command(['init'], folder);
    const files = ['ldp-bandits.json', 'public/index.html'];
    const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const types = written.map((all) => /\btype"?: ["']([a-z0-9-]+)["']/.exec(all)?.[1]);
    expect(types).toEqual([defaultOf('multi-armed'), defaultOf('multi-armed')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('vectors', () => {
  const takes = catalog.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'codewords'),
  );
  const mechanismOf = async (type: string, dimension: number) => {
    const algorithm = { type, dimension } as AlgorithmSpec;
    const experiments = { demo: { algorithm, perReport: { epsilon: 1 } } };
    await using collector = await createCollector({ experiments, store: memoryStore() });
    return (collector.manifest('demo').algorithm as { mechanism?: string }).mechanism;
  };

  test('docs/spec/defaults.md, section 4, names the algorithms whose reports are codebook reports', async () => {
    const [, text4 = ''] =
      /^## 4\. The mechanism of vectors\n\n([\s\S]*?)\n\n/m.exec(
        await text('docs/spec/defaults.md'),
      ) ?? [];
    const named = new Set(Array.from(text4.matchAll(/`(ldp-[\w-]+)`/g), ([, id]) => id));
    expect([...named].sort()).toEqual(takes.map(({ id }) => id).sort());
  });

  test.each(takes.map(({ id }) => id))(
    '%s means a codebook of two numbers at least',
    async (id) => {
      expect(await mechanismOf(id, 2)).toBe('codebook');
      const single = ['ldp-linear-moments', 'ldp-glm-sgd'].includes(id) ? 'ball' : 'codebook';
      expect(await mechanismOf(id, 1)).toBe(single);
    },
  );
});
