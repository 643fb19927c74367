// A project with every framework and runtime, the packed tarball, and the examples of the repository in it. npm
// installs what the lock names; nothing else comes from the network.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const repository = join(import.meta.dirname, '../..');
/** Below build/, so that no import finds the sources of the package by its name. */
const project = join(repository, 'build/environments');

declare module 'vitest' {
  interface ProvidedContext {
    project: string;
  }
}

const npm = (...args: readonly string[]) =>
  execFileSync('npm', args, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Installs what the lock names, unless that is there already. */
function install(): void {
  const lock = readFileSync(join(import.meta.dirname, 'package-lock.json'));
  const installed = join(project, 'node_modules/.of-lock');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === digest) return;
  npm('ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  writeFileSync(installed, digest);
}

function unpackTarball(): void {
  const into = join(project, 'node_modules/ldp-bandits');
  const printed = npm('pack', '--json', '--ignore-scripts', repository);
  const parsed = JSON.parse(printed);
  // npm before 11.6 prints an array, later ones an object by name.
  const { filename } = Array.isArray(parsed) ? parsed[0] : Object.values(parsed)[0];
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into);
  execFileSync('tar', ['-xzf', filename, '-C', into, '--strip-components=1'], { cwd: project });
  rmSync(join(project, filename));
}

export default function setup({ provide }: TestProject): void {
  mkdirSync(project, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(import.meta.dirname, file), join(project, file));
  }
  install();
  unpackTarball();
  for (const folder of [join(repository, 'examples'), join(import.meta.dirname, 'fixtures')]) {
    cpSync(folder, project, { recursive: true });
  }
  provide('project', project);
}
