// createBandit, for whichever way the wasm comes.
import { multiArmedCatalog } from '../generated/catalog-multi-armed.js';
import { LdpError } from '../internal/errors.js';
import type { CompleteSpec } from '../internal/validate.js';
import { LocalBandit } from './bandit.js';
import { rejectExplained } from './explained.js';
import type { Embedded, Family } from './family.js';
import { openLedgers } from './ledgers.js';
import { parseManifest } from './manifest.js';
import { multiArmed } from './multi-armed.js';
import { readOptions } from './options.js';
import { isOwn } from './own-origin.js';
import { requireSecureRandomness } from './randomness.js';
import { requireBrowser } from './requirements.js';
import { digestOf, Transport } from './transport.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

/** A family and its module. */
interface Loaded {
  readonly family: Family;
  /** Absent: the module of the entry. */
  readonly embedded?: Embedded;
}

/** What the families that only some pages have are loaded with. */
type Others = () => Promise<{ load(type: string): Promise<Loaded> | undefined }>;

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
  const { signal, name } = settings;
  const { bootstrap } = options;
  const transport = new Transport(settings.endpoint, name, settings.fetch);
  const given =
    bootstrap !== undefined &&
    (await (await import('./given.js')).readGiven(bootstrap, name, digestOf));
  const own = isOwn(settings.endpoint);
  const opening = openLedgers(settings.ledger, own);
  const ask = async () =>
    Promise.all([
      transport.manifest(signal).then(({ value }) => value),
      transport.snapshot(signal).catch((error: unknown) => {
        // Unreachable: begin without a snapshot, uniformly. Anything else is an answer that must not
        // be ignored.
        if (!LdpError.is(error, 'transport') || !error.retryable) throw error;
        return error;
      }),
      undefined,
    ]);
  const [makeCore, [offered, fetched, at], { ledger, outbox }, worker] = await Promise.all([
    family.load(settings.wasm, embedded),
    // The first answer of this origin may clear its storage: by then the page knows what was spent.
    given || (own ? opening.then(ask) : ask()),
    opening,
    settings.worker && import('./register-worker.js'),
  ]);
  const manifest = parseManifest<T>(offered, settings.pinned, family, settings);
  const algorithm = manifest.algorithm as unknown as CompleteSpec;
  const core = makeCore({ ...settings.pinned, algorithm });
  signal?.throwIfAborted();
  const bandit = new LocalBandit<T>({ settings, core, manifest, transport, ledger, outbox });
  try {
    if (LdpError.is(fetched)) bandit.tell(fetched);
    else bandit.current.use(fetched, at);
    await bandit.resume(worker?.registerWorker);
    signal?.throwIfAborted();
    return bandit;
  } catch (cause) {
    await bandit.dispose();
    throw cause;
  }
}

/** A page of multi-armed bandits downloads no other family, and no other family's names. */
async function familyOf(options: unknown, others: Others): Promise<Loaded> {
  const { type } = ((options as BanditOptions | undefined)?.algorithm ?? {}) as { type?: unknown };
  if (typeof type === 'string' && !multiArmedCatalog.some(({ id }) => id === type)) {
    try {
      const found = await (await others()).load(type);
      if (found) return found;
    } catch (cause) {
      throw new LdpError('wasm_not_found', 'Cannot load this family of algorithms.', { cause });
    }
  }
  return { family: multiArmed }; // which refuses what no family knows
}
