// Packs the package as npm would publish it and installs the tarball into an empty project, so that the
// tests see what a user gets: no file of the repository, no link into it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { writePages } from './page.js';

const repository = join(import.meta.dirname, '../../..');

export interface Packed {
  /** Directory of the consumer: package.json, node_modules with the tarball in it, the fixtures and their pages. */
  readonly project: string;
  readonly unpackedSize: number;
  /** Paths in the tarball. */
  readonly files: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

export default function setup({ provide }: TestProject): () => void {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'ldp-bandits-tarball-')));
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync('npm', [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

  const printed = npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', project],
    repository,
  );
  const parsed = JSON.parse(printed);
  // npm before 11.6 prints an array, later ones an object by name.
  const tarball = Array.isArray(parsed) ? parsed[0] : Object.values(parsed)[0];
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'consumer', version: '1.0.0', private: true }),
  );
  npm(
    ['install', '--prefer-offline', '--no-audit', '--no-fund', join(project, tarball.filename)],
    project,
  );
  cpSync(join(import.meta.dirname, 'fixtures'), project, { recursive: true });
  writePages(project);
  provide('packed', {
    project,
    unpackedSize: tarball.unpackedSize,
    files: tarball.files.map(({ path }: { path: string }) => path),
  });
  return () => rmSync(project, { recursive: true, force: true });
}
