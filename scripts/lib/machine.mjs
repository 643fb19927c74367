// What a figure was measured on, in one sentence.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/** Cores, processor, Node and the load of the machine when this is called. */
export function machine() {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const load = loadavg()[0].toFixed(1);
  return `${cpus().length} cores of ${model.trim()}, Linux, Node ${process.version}, load average ${load} before`;
}

/** Version of PostgreSQL in this folder of programs. */
export function postgresVersion(bin) {
  return execFileSync(`${bin}/postgres`, ['--version'], { encoding: 'utf8' }).trim();
}
