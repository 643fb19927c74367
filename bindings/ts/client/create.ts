// createBandit, for whichever way the wasm comes.
import { multiArmedCatalog } from '../generated/catalog-multi-armed.js';
import { LdpError } from '../internal/errors.js';
import { LocalBandit } from './bandit.js';
import type { Embedded, Family } from './family.js';
import { isJournal } from './journal.js';
import { defaultJournal } from './ledgers.js';
import { parseManifest } from './manifest.js';
import { multiArmed } from './multi-armed.js';
import { readOptions } from './options.js';
import { requireSecureRandomness } from './randomness.js';
import { Transport } from './transport.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

export async function createBanditWith<T extends AlgorithmType>(
  options: BanditOptions<T>,
  embedded: { readonly multiArmed: Embedded; readonly contextual: Embedded },
): Promise<Bandit<T>> {
  const takesContext = isOfAnotherFamily(options);
  const family = takesContext ? await loadContextual() : multiArmed;
  const settings = readOptions(options as BanditOptions<AlgorithmType>, family);
  requireSecureRandomness();
  const { signal } = settings;
  const transport = new Transport(settings.endpoint, settings.name, settings.fetch);
  const [makeCore, offered, fetched] = await Promise.all([
    family.load(settings.wasm, takesContext ? embedded.contextual : embedded.multiArmed),
    transport.manifest(signal),
    transport.snapshot(signal).catch((error: unknown) => {
      // Unreachable: begin without a snapshot, uniformly. Anything else is an answer that must not
      // be ignored.
      if (!LdpError.is(error, 'transport') || !error.retryable) throw error;
      return undefined;
    }),
  ]);
  const manifest = parseManifest<T>(offered.value, settings.pinned, family);
  const core = makeCore(settings.pinned);
  const ledger = settings.ledger ?? (await defaultJournal());
  const outbox = isJournal(ledger) ? ledger : await defaultJournal();
  signal?.throwIfAborted();
  const bandit = new LocalBandit<T>({ settings, core, manifest, transport, ledger, outbox });
  if (fetched) bandit.use(fetched);
  await bandit.resume();
  return bandit;
}

/** Named, and not of the family that is here already. */
function isOfAnotherFamily(options: unknown): boolean {
  const { type } = ((options as BanditOptions | undefined)?.algorithm ?? {}) as { type?: unknown };
  return typeof type === 'string' && multiArmedCatalog.every(({ id }) => id !== type);
}

/** A page without contexts does not download this. */
async function loadContextual(): Promise<Family> {
  try {
    return (await import('./contextual/index.js')).contextual;
  } catch (cause) {
    throw new LdpError('wasm_not_found', 'Cannot load the part of the library for contexts.', {
      cause,
    });
  }
}
