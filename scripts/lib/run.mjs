// Running other programs: inherited output, an error that names the command, nothing through a shell.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Path of `program` on PATH, or undefined. */
export function which(program, path = process.env.PATH ?? '') {
  for (const directory of path.split(delimiter)) {
    const candidate = join(directory || '.', program);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here.
    }
  }
  return undefined;
}

/** A program that failed has said why; a stack trace would only push that off the screen. */
class CommandFailed extends Error {
  constructor(command, args, reason) {
    const line = [command, ...args].join(' ');
    super(`${line.length > 160 ? `${line.slice(0, 160)} …` : line}: ${reason}`);
    this.stack = this.message;
  }
}

/** Runs to the end; throws unless it exits with 0. `quiet` returns its standard output instead. */
export function run(command, args, { cwd = root, env = process.env, quiet = false } = {}) {
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw new CommandFailed(command, args, error.message);
  if (status !== 0) {
    if (quiet) process.stderr.write(stdout + stderr);
    throw new CommandFailed(command, args, signal ?? `exit ${status}`);
  }
  return stdout ?? '';
}

/** As `run`, without blocking; resolves with the exit code (128 if killed by a signal). */
export function start(command, args, { cwd = root, env = process.env, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd, env, stdio });
  const exit = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 128));
  });
  return { child, exit };
}
