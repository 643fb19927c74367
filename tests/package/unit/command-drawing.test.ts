// Titles and sizes of the plots that commands write.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { command, complaint, logFolder } from './replay-support.js';

const folder = logFolder();
const SPEC = {
  version: 1,
  seed: 'drawing',
  ...{ horizon: 100, replicates: 1 },
  environment: { type: 'bernoulli', means: [0.2, 0.8] },
  runs: [{ label: 'uniform', policy: { type: 'uniform' } }],
};

test('replay and simulate draw with the title and the size that are asked for', async () => {
  const log = await folder.write('log.csv', 'arm,reward\na,1\nb,0\na,1\nb,0\n');
  const spec = await folder.write('spec.json', JSON.stringify(SPEC));
  const asked = ['--title', 'Ours', '--size', '800x300'];
  for (const args of [
    ['replay', '--data', log],
    ['simulate', spec],
  ]) {
    const path = join(folder.path(), `${args[0]}.svg`);
    await promisify(execFile)(process.execPath, [command, ...args, '--svg', path, ...asked]);
    const svg = await readFile(path, 'utf8');
    expect(svg).toMatch(/^<svg [^>]*width="800" height="300"/);
    expect(svg).toContain('<title>Ours</title>');
    expect(svg).toMatch(/<desc>.+<\/desc>/s);
  }
}, 30_000);

test('a size that no plot can have, and a title without a plot, are refused', async () => {
  const size = ['--svg', 'x.svg', '--size'];
  expect(await complaint('replay', '--data', 'log.csv', ...size, '800')).toContain('800x500');
  expect(await complaint('simulate', 'spec.json', ...size, '100x100')).toContain('240x160');
  expect(await complaint('simulate', 'spec.json', '--title', 'x')).toContain('--svg or --png');
}, 30_000);
