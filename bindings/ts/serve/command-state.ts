/** `ldp-bandits export` and `import`: what one experiment has learnt, as a file. */
import { writeFile } from 'node:fs/promises';
import { Problem } from '../command/problem.js';
import { manyPublishers } from '../server/publisher.js';
import { isArchived } from '../server/view.js';
import { readArguments } from './arguments.js';
import { encodeDefinition } from './definition.js';
import { withNamedCodebook } from './named-codebook.js';
import {
  describedEntries,
  knownEntries,
  type Offline,
  readBytes,
  requireEntry,
  withCollector,
  withStore,
} from './offline.js';
import { copyAhead, publishedAt } from './skip-ahead.js';

export const exportHelp = `Usage: ldp-bandits export <experiment> <file> [--store …] [--config …]

Writes everything that an experiment has learnt to a file, for import into another store. Reports under way to an
older snapshot have no place in it. The file holds noisy sums, no report. For a whole store: ldp-bandits backup.
`;

export const importHelp = `Usage: ldp-bandits import <experiment> <file> [--store …] [--config …]

Begins an experiment with what export wrote, in a store that has nothing of it, or an archive. The config must describe the
experiment as it was. Its snapshots skip numbers, 1,000 or more, by the age of the file: its source may have gone on
publishing. Reports that pages still hold are refused (409), so that none counts twice.
`;

function parse(command: string, help: string, args: readonly string[]) {
  const given = readArguments(args, help, {});
  if (given === null) return null;
  const [name, file, extra] = given.positionals;
  if (name === undefined || file === undefined || extra !== undefined) {
    throw new Problem(`${command} takes an experiment and a file: ldp-bandits ${command} --help.`);
  }
  return { name, file, flags: given.flags };
}

/** The exit code. @throws {Problem}. */
export async function runExport(args: readonly string[]): Promise<number> {
  const given = parse('export', exportHelp, args);
  if (given === null) return 0;
  const { name, file, flags } = given;
  const state = await withStore(flags, true, async (offline) => {
    const entries = new Map([[name, requireEntry(await knownEntries(offline), name)]]);
    return withCollector(offline, entries, (collector) => collector.export(name));
  });
  await writeNew(file, state);
  process.stdout.write(`${file}: ${state.length} bytes\n`);
  return 0;
}

/** The exit code. @throws {Problem}. */
export async function runImport(args: readonly string[]): Promise<number> {
  const given = parse('import', importHelp, args);
  if (given === null) return 0;
  const { name, file, flags } = given;
  const state = await readBytes(file);
  const info = await withStore(flags, false, async (offline) => {
    const { store } = offline.opened;
    const head = await store.head(name);
    if (head !== null && !isArchived(head)) {
      throw new Problem(`The store has reports of "${name}" already; import begins an experiment.`);
    }
    const entry = await entryToImport(offline, name);
    const now = Date.now();
    // The file does not say whether its source has stopped: it may have gone on publishing.
    const then = publishedAt(state) ?? now;
    const next = await copyAhead(offline, name, entry, state, then, now, head?.snapshot);
    if (!(await store.publish(name, head?.snapshot ?? null, next))) throw manyPublishers();
    const begun = await withCollector(offline, new Map([[name, entry]]), (collector) =>
      collector.snapshot(name),
    );
    const text = (await store.definitions()).get(name) ?? null;
    const experiment = await withNamedCodebook(name, entry);
    await store.define(name, text, encodeDefinition({ experiment }));
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
