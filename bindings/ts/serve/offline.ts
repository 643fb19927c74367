/** What the commands without a server have in common: a store, and a collector over the experiments in it. */
import { access, constants, readFile } from 'node:fs/promises';
import { Problem } from '../command/problem.js';
import { createCollector } from '../server/create-collector.js';
import type { Collector } from '../server/types/index.js';
import { type Config, type ExperimentEntry, optionsOf, readConfig } from './config.js';
import { decodeDefinition, isServed } from './definition.js';
import { isPostgres, type OpenedStore, openStore } from './open-store.js';
import { storeAddress } from './serve-options.js';

export interface Offline {
  readonly opened: OpenedStore;
  readonly config: Config;
}

/** @param mustExist A command that reads makes no empty database out of a name that was mistyped. */
export async function withStore<T>(
  flags: { readonly store?: string | undefined; readonly config?: string | undefined },
  mustExist: boolean,
  work: (offline: Offline) => Promise<T>,
): Promise<T> {
  const { config } = await readConfig(flags.config);
  const address = storeAddress(flags.store, process.env, config);
  if (mustExist && !isPostgres(address)) await requireFile(address, '--store: ');
  return withStoreAt(address, config, work);
}

/** @param purpose As for {@link openStore}. */
export async function withStoreAt<T>(
  address: string,
  config: Config,
  work: (offline: Offline) => Promise<T>,
  purpose?: 'restore',
): Promise<T> {
  const opened = await openStore(address, () => {}, purpose);
  try {
    return await work({ opened, config });
  } finally {
    await opened.close();
  }
}

/** @throws {Problem}, after `prefix`, where it cannot be read. */
export async function requireFile(path: string, prefix = ''): Promise<void> {
  await access(path, constants.R_OK).catch(({ code }) => {
    throw new Problem(`${prefix}${path} cannot be opened (${code}).`);
  });
}

export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The experiments that the store has, and those of the config that it does not have yet. */
export async function knownEntries(offline: Offline) {
  const { entries, gone } = await describedEntries(offline);
  for (const name of gone) entries.delete(name);
  return entries;
}

/**
 * As {@link knownEntries}, and those that an operator removed or archived, as far as the config describes them: the
 * store keeps no options of these.
 */
export async function describedEntries({ opened, config }: Offline) {
  const entries = new Map<string, ExperimentEntry>(Object.entries(config.experiments));
  const gone = new Set<string>();
  for (const [name, text] of await opened.store.definitions()) {
    const definition = decodeDefinition(name, text);
    if (isServed(definition)) entries.set(name, definition.experiment);
    else gone.add(name);
  }
  return { entries, gone };
}

/** @throws {Problem} naming what there is, for a name that is not known. */
export function requireEntry(entries: ReadonlyMap<string, ExperimentEntry>, name: string) {
  const entry = entries.get(name);
  if (entry !== undefined) return entry;
  const names = [...entries.keys()].join(', ') || 'none';
  throw new Problem(`The store has no experiment "${name}". It has: ${names}.`);
}

/** Runs `work` with a collector over these experiments, as `serve` would have it. */
export async function withCollector<T>(
  { opened, config }: Offline,
  entries: ReadonlyMap<string, ExperimentEntry>,
  work: (collector: Collector) => Promise<T>,
): Promise<T> {
  const collector = await createCollector({
    ...config.shared,
    experiments: Object.fromEntries([...entries].map(([name, entry]) => [name, optionsOf(entry)])),
    store: opened.store,
    onError: () => {}, // what fails here is thrown
  });
  try {
    return await work(collector);
  } finally {
    await collector.dispose();
  }
}

export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Problem(`${path} cannot be read (${(error as { code?: string }).code}).`);
  }
}
