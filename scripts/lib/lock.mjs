// One build at a time in one build directory: `npm start` and `npm test` may run side by side, and two linkers
// must not write the same file.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from './run.mjs';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // another user's process
  }
}

/** Takes the lock, unless its holder lives. A lock left behind by a killed process counts as free. */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder && !isAlive(holder)) rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error; // released in between
  }
  return false;
}

const held = new Set();

/** Runs `action` while no other process is inside the lock `name`. Locks of the same process nest. */
export async function withLock(name, action) {
  if (held.has(name)) return action();
  mkdirSync(join(root, 'build'), { recursive: true });
  const file = join(root, 'build', `${name}.lock`);
  for (let tries = 0; !tryLock(file); tries += 1) {
    if (tries === 20) console.log(`waiting for another build to release build/${name}.lock`);
    await setTimeout(100);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release); // also where a failure ends the process
  held.add(name);
  try {
    return await action();
  } finally {
    held.delete(name);
    process.removeListener('exit', release);
    release();
  }
}
