// A project with every framework and runtime, the packed tarball, and the examples of the repository in it. npm
// installs what the lock names; nothing else comes from the network.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { TestProject } from 'vitest/node';

const repository = join(import.meta.dirname, '../..');
/** Below build/, so that no import finds the sources of the package by its name. */
const project = join(repository, 'build/environments');

/** Files and folders of examples/. */
const RENDERED = ['collector.js', 'plain-html', 'astro-server', 'next', 'nuxt', 'sveltekit'];

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

/**
 * The examples that render pages, once more, so that a test can read an answer from its report: with an epsilon at
 * which a bit is wrong once in 9 million, and without a delay after the window.
 */
function copyAnswerable(): void {
  const from = join(repository, 'examples');
  const files = readdirSync(from, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((file) => RENDERED.includes(file.split(sep)[0] as string));
  for (const file of files) {
    const clear = readFileSync(join(from, file), 'utf8')
      .replace(/epsilon: 1\b/g, 'epsilon: 16')
      .replace(/epsilonTotal: 8\b/g, 'epsilonTotal: 800')
      .replace(/5_000/g, '0');
    const into = join(project, 'answerable', file);
    mkdirSync(dirname(into), { recursive: true });
    writeFileSync(into, clear);
  }
}

export default function setup({ provide }: TestProject): void {
  mkdirSync(project, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(import.meta.dirname, file), join(project, file));
  }
  install();
  unpackTarball();
  copyAnswerable();
  for (const folder of [join(repository, 'examples'), join(import.meta.dirname, 'fixtures')]) {
    cpSync(folder, project, { recursive: true });
  }
  provide('project', project);
}
