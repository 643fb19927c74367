/** The config file of `serve`: read, checked, with defaults. */
import { readFile } from 'node:fs/promises';
import { Problem } from '../command/problem.js';
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireRecord,
  requireString,
} from '../internal/validate.js';
import { memoryStore } from '../server/memory-store.js';
import { checkOptions } from '../server/options.js';
import type { CollectorOptions, ExperimentOptions } from '../server/types/index.js';
import { requireConfigNames, requireExperimentNames } from './config-names.js';

/** One experiment as config and admin API write it: options of the collector, and what results are shown with. */
export interface ExperimentEntry extends Omit<ExperimentOptions, 'oracle' | 'learner'> {
  /** The option that the others are compared with: a label or a number from 0. */
  readonly control?: string | number;
  /** For the days that are left; absent: as many reports as the collector counts. */
  readonly visitorsPerDay?: number;
}

/** Times in ms. */
export interface Limits {
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  readonly headersMs: number;
  readonly keepAliveMs: number;
  /** Sockets that are open at once. */
  readonly connections: number;
  /** How long a shutdown waits for requests under way. */
  readonly shutdownMs: number;
}

/** The options that every experiment of a process shares. */
export type SharedOptions = Pick<
  CollectorOptions,
  | 'basePath'
  | 'cors'
  | 'publishEvery'
  | 'retention'
  | 'maxIdsPerEpoch'
  | 'maxReportsPerBody'
  | 'storeDeadlineMs'
  | 'lookEveryMs'
>;

export interface Config {
  readonly experiments: Readonly<Record<string, ExperimentEntry>>;
  readonly shared: SharedOptions;
  readonly limits: Limits;
  readonly store?: string;
  readonly port?: number;
  readonly host?: string;
  /** A folder of pages to try experiments with. */
  readonly pages?: string;
}

export const DEFAULT_CONFIG = 'ldp-bandits.json';
export const DEFAULT_BASE_PATH = '/collector';
const HOUR_MS = 3_600_000;
const DEFAULT_LIMITS: Limits = {
  requestMs: 10_000,
  headersMs: 5_000,
  keepAliveMs: 65_000,
  connections: 10_000,
  shutdownMs: 10_000,
};

/**
 * @param path A file, or undefined for `ldp-bandits.json` where there is one.
 * @returns The config and the file that it was read from, if any.
 * @throws {Problem} naming the file and what is wrong with it; LdpError `invalid_argument`.
 */
export async function readConfig(
  path: string | undefined,
): Promise<{ readonly config: Config; readonly file?: string }> {
  const file = path ?? DEFAULT_CONFIG;
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'ENOENT' && path === undefined) return { config: checkConfig({}) };
    throw new Problem(
      code === 'ENOENT'
        ? `There is no ${file}. npx ldp-bandits init writes a config.`
        : `${file} cannot be read (${code}).`,
    );
  }
  try {
    return { config: checkConfig(parse(text)), file };
  } catch (error) {
    throw new Problem(`${file}: ${(error as Error).message}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(`it is not JSON: ${(error as Error).message}`);
  }
}

/** @throws {Problem} for a name that is not known; LdpError `invalid_argument` for a value. */
export function checkConfig(value: unknown): Config {
  const given = requireRecord('config', value);
  requireConfigNames(given);
  const { experiments = {}, store, port, host, pages, limits = {}, basePath, ...rest } = given;
  const { $schema: _, ...collector } = rest;
  const entries = requireRecord('experiments', experiments) as Config['experiments'];
  const shared: SharedOptions = { basePath: DEFAULT_BASE_PATH, ...collector };
  if (basePath !== undefined) Object.assign(shared, { basePath });
  for (const name of Object.keys(entries)) requireFreeName(name);
  checkShared(shared, entries);
  for (const [name, entry] of Object.entries(entries)) checkShown(`experiments.${name}`, entry);
  if (pages !== undefined && (shared.basePath === '' || shared.basePath === '/')) {
    throw invalidArgument('pages', pages, 'needs a basePath, for the collector has the root');
  }
  return {
    experiments: entries,
    shared,
    limits: checkLimits(limits),
    ...(store !== undefined && { store: requireString('store', store, 4096) }),
    ...(port !== undefined && { port: requireInteger('port', port, 0, 65_535) }),
    ...(host !== undefined && { host: requireString('host', host, 255) }),
    ...(pages !== undefined && { pages: requireString('pages', pages, 4096) }),
  };
}

/** By the collector's own rules, so that a config that passes here also starts. */
function checkShared(shared: SharedOptions, entries: Config['experiments']): void {
  const experiments = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, optionsOf(entry)]),
  );
  const anyOne = { algorithm: { type: 'ldp-thompson', arms: 2 }, perReport: { epsilon: 1 } };
  const checked = Object.keys(experiments).length > 0 ? experiments : { any: anyOne };
  checkOptions({ ...shared, experiments: checked as never, store: memoryStore() });
}

/** `serve` answers these paths itself, also where the collector is mounted at the root. */
export function requireFreeName(name: string): void {
  if (name === 'readyz') throw invalidArgument('experiments', name, 'is a route of its own');
}

/**
 * An experiment as the admin API gets it.
 *
 * @throws {Problem} for a name that is not known; LdpError `invalid_argument` for a value.
 */
export function checkEntry(name: string, value: unknown, shared: SharedOptions): ExperimentEntry {
  const path = `experiments.${name}`;
  const entry = requireRecord(path, value) as unknown as ExperimentEntry;
  requireFreeName(name);
  requireExperimentNames(path, entry);
  checkShared(shared, { [name]: entry });
  checkShown(path, entry);
  return entry;
}

/** What the collector takes of an entry. */
export function optionsOf(entry: ExperimentEntry): ExperimentOptions {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { control: _, visitorsPerDay: __, ...options } = entry;
  return options;
}

/** @throws LdpError `invalid_argument`. */
function checkShown(path: string, { control, visitorsPerDay, labels, algorithm }: ExperimentEntry) {
  if (visitorsPerDay !== undefined) {
    requireNumber(`${path}.visitorsPerDay`, visitorsPerDay, 0, 1e12);
  }
  if (typeof control === 'string' && !labels?.includes(control)) {
    throw invalidArgument(
      `${path}.control`,
      control,
      'must be one of labels, or the number of an arm',
    );
  }
  if (control !== undefined && typeof control !== 'string') {
    const { arms = 4096 } = algorithm as { readonly arms?: number };
    requireInteger(`${path}.control`, control, 0, arms - 1);
  }
}

function checkLimits(value: unknown): Limits {
  const given = { ...DEFAULT_LIMITS, ...requireRecord('limits', value) };
  const { requestMs, headersMs, keepAliveMs, connections, shutdownMs } = given;
  return {
    requestMs: requireInteger('limits.requestMs', requestMs, 100, HOUR_MS),
    headersMs: requireInteger('limits.headersMs', headersMs, 100, HOUR_MS),
    keepAliveMs: requireInteger('limits.keepAliveMs', keepAliveMs, 100, HOUR_MS),
    connections: requireInteger('limits.connections', connections, 1, 1_000_000),
    shutdownMs: requireInteger('limits.shutdownMs', shutdownMs, 0, HOUR_MS),
  };
}
