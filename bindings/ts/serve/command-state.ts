/** `ldp-bandits export` and `import`: what one experiment has learnt, as a file. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem } from '../command/problem.js';
import { isArchived } from '../server/view.js';
import { encodeDefinition } from './definition.js';
import {
  describedEntries,
  knownEntries,
  type Offline,
  readBytes,
  requireEntry,
  withCollector,
  withStore,
} from './offline.js';
import { parsed } from './serve-options.js';

export const exportHelp = `Usage: ldp-bandits export <experiment> <file> [--store …] [--config …]

Writes everything that an experiment has learnt to a file, for import into another store. Reports under way to an
older snapshot have no place in it. The file holds noisy sums, no report. For a whole store: ldp-bandits backup.
`;

export const importHelp = `Usage: ldp-bandits import <experiment> <file> [--store …] [--config …]

Begins an experiment with what export wrote, in a store that has nothing of it. The config must describe the
experiment as it was.
`;

function parse(command: string, args: readonly string[]) {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        store: { type: 'string' },
        config: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  const [name, file, extra] = positionals;
  if (values.help) return null;
  if (name === undefined || file === undefined || extra !== undefined) {
    throw new Problem(`${command} takes an experiment and a file: ldp-bandits ${command} --help.`);
  }
  return { name, file, flags: values };
}

/** The exit code. @throws {Problem}. */
export async function runExport(args: readonly string[]): Promise<number> {
  const given = parse('export', args);
  if (given === null) {
    process.stdout.write(exportHelp);
    return 0;
  }
  const { name, file, flags } = given;
  const state = await withStore(flags, true, async (offline) => {
    const entries = new Map([[name, requireEntry(await knownEntries(offline), name)]]);
    return withCollector(offline, entries, {}, (collector) => collector.export(name));
  });
  await writeNew(file, state);
  process.stdout.write(`${file}: ${state.length} bytes\n`);
  return 0;
}

/** The exit code. @throws {Problem}. */
export async function runImport(args: readonly string[]): Promise<number> {
  const given = parse('import', args);
  if (given === null) {
    process.stdout.write(importHelp);
    return 0;
  }
  const { name, file, flags } = given;
  const state = await readBytes(file);
  const info = await withStore(flags, false, async (offline) => {
    const { store } = offline.opened;
    const head = await store.head(name);
    if (head !== null && !isArchived(head)) {
      throw new Problem(`The store has reports of "${name}" already; import begins an experiment.`);
    }
    const entry = await entryToImport(offline, name);
    const options = { initialState: () => state };
    const begun = await withCollector(offline, new Map([[name, entry]]), options, (collector) =>
      collector.snapshot(name),
    );
    const text = (await store.definitions()).get(name) ?? null;
    await store.define(name, text, encodeDefinition({ experiment: entry }));
    return begun;
  });
  process.stdout.write(`${name}: ${info.reports} reports, snapshot ${info.id}\n`);
  return 0;
}

/** What was archived from this store comes back by the config, since the store has forgotten its options. */
async function entryToImport(offline: Offline, name: string) {
  const { entries, gone } = await describedEntries(offline);
  if (gone.has(name) && !entries.has(name)) {
    throw new Problem(
      `"${name}" was archived from this store, which keeps no options of it. Describe it in the config as it was.`,
    );
  }
  return requireEntry(entries, name);
}

/** @throws {Problem} where the file is there already. */
export async function writeNew(file: string, bytes: Uint8Array | string): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx' });
  } catch (error) {
    const { code } = error as { readonly code?: string };
    throw new Problem(
      code === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written (${code}).`,
    );
  }
}
