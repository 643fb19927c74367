/** A collector with the copy of the wasm module that the package carries. */
import { startCollector } from './collector.js';
import { loadLearnerModule } from './load-learner.js';
import type { Collector, CollectorOptions } from './types/index.js';

/**
 * The server half: one fetch handler that takes reports and gives out snapshots.
 *
 * @throws LdpError `invalid_argument` (an option), `wasm_not_found`, `wasm_blocked_by_csp`,
 *   `store_conflict` (the store holds a state of another experiment, or a damaged one: nothing is
 *   overwritten), `transport` (the store failed); `options.signal.reason` on abort.
 */
export async function createCollector(options: CollectorOptions): Promise<Collector> {
  return startCollector(options, loadLearnerModule);
}
