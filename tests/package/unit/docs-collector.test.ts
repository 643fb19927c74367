// What docs/collector.md shows runs as it stands, one snippet after the other.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test('the guide to a collector that runs', async () => {
  const guide = readFileSync(join(root, 'docs/collector.md'), 'utf8');
  const snippets = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
  expect(snippets.length).toBeGreaterThan(4);
  mkdirSync(join(root, 'build'), { recursive: true });
  // Below the package, which finds itself by its name.
  const folder = mkdtempSync(join(root, 'build/docs-collector-'));
  try {
    const file = join(folder, 'guide.mjs');
    writeFileSync(file, `${snippets.join('\n')}\nexport { arms, bytes, collector, ended };\n`);
    const { arms, bytes, collector, ended } = await import(pathToFileURL(file).href);
    await collector.dispose();
    expect(bytes.length).toBeGreaterThan(0);
    expect(ended).toBe(false);
    const { bounds, ...sea } = arms[1];
    expect(sea).toEqual({
      label: 'sea',
      reports: 0,
      mean: null,
      low: null,
      high: null,
      share: 0,
      lift: null,
    });
    expect(bounds).toEqual({ low: 0, high: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
