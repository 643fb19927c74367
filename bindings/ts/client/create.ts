// createBandit, for whichever way the wasm comes.
import createModule from '../generated/client-glue.mjs';
import { LdpError } from '../internal/errors.js';
import { instantiate, type WasmSource } from '../internal/instantiate.js';
import { LocalBandit } from './bandit.js';
import { type ClientModule, Core } from './core.js';
import { isJournal } from './journal.js';
import { defaultJournal } from './ledgers.js';
import { parseManifest } from './manifest.js';
import { readOptions } from './options.js';
import { fillWithRandomness, requireSecureRandomness } from './randomness.js';
import { Transport } from './transport.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

export async function createBanditWith<T extends AlgorithmType>(
  options: BanditOptions<T>,
  embedded: () => WasmSource | Promise<WasmSource>,
): Promise<Bandit<T>> {
  const settings = readOptions(options as BanditOptions<AlgorithmType>);
  requireSecureRandomness();
  const { signal } = settings;
  const transport = new Transport(settings.endpoint, settings.name, settings.fetch);
  const [module, offered, fetched] = await Promise.all([
    instantiate<ClientModule>(createModule, settings.wasm, embedded, { fill: fillWithRandomness }),
    transport.manifest(signal),
    transport.snapshot(signal).catch((error: unknown) => {
      // Unreachable: begin without a snapshot, uniformly. Anything else is an answer that must not
      // be ignored.
      if (!LdpError.is(error, 'transport') || !error.retryable) throw error;
      return undefined;
    }),
  ]);
  const manifest = parseManifest(offered.value, settings.pinned);
  const core = new Core(module, settings.experiment, settings.pinned);
  const ledger = settings.ledger ?? (await defaultJournal());
  const outbox = isJournal(ledger) ? ledger : await defaultJournal();
  signal?.throwIfAborted();
  const bandit = new LocalBandit<T>({ settings, core, manifest, transport, ledger, outbox });
  if (fetched) bandit.use(fetched);
  await bandit.resume();
  return bandit;
}
