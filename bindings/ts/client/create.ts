// createBandit, for whichever way the wasm comes.
import { multiArmedCatalog } from '../generated/catalog-multi-armed.js';
import { LdpError } from '../internal/errors.js';
import type { CompleteSpec } from '../internal/validate.js';
import { type Answer, LocalBandit } from './bandit.js';
import { rejectExplained } from './explained.js';
import type { Embedded, Family } from './family.js';
import type { Given } from './given.js';
import { forgetPublic, readPublic } from './kept-public.js';
import { openLedgers } from './ledgers.js';
import { parseManifest } from './manifest.js';
import { multiArmed } from './multi-armed.js';
import { readOptions } from './options.js';
import { ownManifest } from './own-manifest.js';
import { isOwn } from './own-origin.js';
import { requireSecureRandomness } from './randomness.js';
import { requireBrowser } from './requirements.js';
import { fetchedOf, Transport } from './transport.js';
import type { AlgorithmType, Bandit, BanditOptions, Manifest } from './types.js';

/** A family and its module. */
interface Loaded {
  readonly family: Family;
  /** Absent: the module of the entry. */
  readonly embedded?: Embedded;
}

/** What the families that only some pages have are found with; rejects `invalid_argument`. */
type Others = (type: string) => Promise<Loaded | undefined>;

export function createBanditWith<T extends AlgorithmType>(
  ...given: Parameters<typeof create<T>>
): Promise<Bandit<T>> {
  return create(...given).catch(rejectExplained);
}

async function create<T extends AlgorithmType>(
  options: BanditOptions<T>,
  module: Embedded,
  others: Others,
): Promise<Bandit<T>> {
  requireBrowser(options?.fetch !== undefined);
  const { family, embedded = module } = await familyOf(options, others);
  const settings = readOptions(options as BanditOptions<AlgorithmType>, family);
  requireSecureRandomness();
  const { signal, name, pinned } = settings;
  const { bootstrap } = options;
  const late = after(settings.timeoutMs);
  const transport = new Transport(settings.endpoint, name, settings.fetch);
  const given =
    bootstrap !== undefined &&
    (await (await import('./given.js')).readGiven(bootstrap, name, fetchedOf));
  const own = isOwn(settings.endpoint);
  const opening = openLedgers(settings.ledger, own);
  const read = (offered: unknown) => parseManifest<T>(offered, pinned, family, settings);
  const ask = async (): Promise<Answer> => {
    // The first answer of this origin may clear its storage: by then the page knows what was spent.
    if (own) await opening;
    const offered = await transport.manifest(signal);
    const manifest = read(offered);
    const closed = opening.then(({ outbox }) => outbox.closed(transport.address));
    return { offered, manifest, fetched: await transport.snapshot(signal, closed, offered) };
  };
  const asked = given ? readAnswer(given, read) : ask();
  const tolerated = tolerate(asked);
  const kept = given ? undefined : readKept(transport.address, read);
  // Not waited for: an option needs no worker.
  const worker = settings.worker ? import('./register-worker.js') : undefined;
  worker?.catch(() => {}); // told by the bandit
  const [makeCore, { ledger, outbox }] = await Promise.all([
    family.load(settings.wasm, embedded, pinned.algorithm),
    opening,
  ]);
  // What is shown by shares that are public may be reported later, so nothing is waited for.
  const isReady = kept && family.hasShares;
  const answer = await (given ? asked : Promise.race([tolerated, isReady ? undefined : late]));
  const manifest = (answer ?? kept)?.manifest ?? ownManifest(pinned, family, settings);
  const algorithm = manifest.algorithm as unknown as CompleteSpec;
  const core = makeCore({ ...pinned, algorithm });
  signal?.throwIfAborted();
  const hasShares = family.hasShares === true;
  const parts = { settings, core, manifest, transport, ledger, outbox, hasShares };
  const bandit = new LocalBandit<T>(parts);
  try {
    if (answer) bandit.arrive(answer);
    else bandit.keepAsking(ask, asked, kept?.known);
    await bandit.resume(worker);
    signal?.throwIfAborted();
    return bandit;
  } catch (cause) {
    await bandit.dispose();
    throw cause;
  }
}

/** Undefined after so long. */
function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    (timer as { unref?: () => void }).unref?.();
  });
}

/** The answer; undefined where the collector cannot be reached, or is none yet. A contradiction rejects. */
function tolerate(asked: Promise<Answer>): Promise<Answer | undefined> {
  const tolerated = asked.catch((error: unknown) => {
    if (LdpError.is(error, 'transport') || LdpError.is(error, 'unknown_experiment'))
      return undefined;
    throw error;
  });
  tolerated.catch(() => {}); // awaited, or told by the bandit
  return tolerated;
}

async function readAnswer(
  [offered, fetched, at]: Given,
  read: (offered: unknown) => Manifest,
): Promise<Answer> {
  return { offered, manifest: read(offered), fetched, at };
}

/** What an earlier visit has kept of the same terms. */
function readKept(address: string, read: (offered: unknown) => Manifest) {
  const known = readPublic(address);
  try {
    return known && { known, manifest: read(known.manifest) };
  } catch {
    forgetPublic(address); // it has other terms, or is not ours
    return undefined;
  }
}

/** A page of multi-armed bandits with reports of a bit downloads no other family, no noise, and no names of either. */
async function familyOf(options: unknown, others: Others): Promise<Loaded> {
  const { algorithm, wasm } = Object(options) as Partial<BanditOptions>;
  const { type } = Object(algorithm) as { type?: unknown };
  const arms = multiArmedCatalog.find(({ id }) => id === type);
  // A file that the page gives has all of arms.
  const isHere = wasm ? arms : arms?.payload === 'bit';
  if (typeof type === 'string' && !isHere) {
    try {
      const found = await others(type);
      if (found) return found;
    } catch (cause) {
      if (LdpError.is(cause)) throw cause;
      throw new LdpError('wasm_not_found', 'Cannot load this algorithm.', { cause });
    }
  }
  return { family: multiArmed }; // which refuses what no family knows
}
