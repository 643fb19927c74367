// The commands that start a collector; each gets `config --port … --store …`.
import { join } from 'node:path';
import { root } from '../run.mjs';

/** `npx ldp-bandits serve` of this repository. */
const SERVE = [process.execPath, join(root, 'dist/command/ldp-bandits.js'), 'serve', '--no-admin'];

/** `serve` has no store in memory. */
export const SMALL = [process.execPath, join(root, 'scripts/lib/faults/server.mjs')];

/**
 * @param given By --serve or SERVE; undefined: `ldp-bandits serve`.
 * @returns The command as a list, and what to call it in a table.
 */
export function serveCommand(given) {
  if (given === undefined) return { command: SERVE, name: '`ldp-bandits serve`' };
  return { command: given.trim().split(/\s+/), name: 'another command (--serve)' };
}
