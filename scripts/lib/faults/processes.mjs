// Programs that a fault run starts: each in a process group of its own, so that killing one kills what it started.
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './sender.mjs';

const running = new Set();

/** A program under way; its output goes to `log`. */
export function startProgram(command, args, { log, env = process.env, cwd }) {
  appendFileSync(log, '');
  const file = openSync(log, 'a');
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', file, file] });
  closeSync(file);
  const program = { child, exited: null };
  program.exited = new Promise((resolve) => {
    const over = (code) => {
      running.delete(program);
      resolve(code ?? 128);
    };
    child.on('error', (error) => {
      appendFileSync(log, `${command} cannot be run: ${error.message}\n`);
      over(127);
    });
    child.on('exit', over);
  });
  running.add(program);
  return program;
}

/** Sends a signal to the program and all that it started. */
export function signal({ child }, name) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Kills and waits. */
export async function kill(program, name = 'SIGKILL') {
  signal(program, name);
  await program.exited;
}

/** Nothing that this process has started outlives it. */
export function killAtExit() {
  process.on('exit', () => {
    for (const program of running) signal(program, 'SIGKILL');
  });
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(130));
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Asks until `isReady`, or throws with the end of the log. */
export async function until(isReady, { what, limitMs, log }) {
  const end = Date.now() + limitMs;
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error(`${what} within ${limitMs} ms\n${endOf(log)}`);
    await sleep(50);
  }
}

/** The last lines of a log. */
export function endOf(log) {
  if (!log || !existsSync(log)) return '';
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}

/** Does a collector answer at this base URL? */
export async function isServing(url) {
  const { status } = await call(`${url}/healthz`, { timeoutMs: 2000 });
  return status === 200;
}
