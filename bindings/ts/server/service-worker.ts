/**
 * `ldp-bandits/server/service-worker`: the collector in a browser. The worker's script calls
 * `installCollector`, the page calls `connectCollector`.
 */
export { type Connection, type ConnectOptions, connectCollector } from './connect.js';
export { indexedDbStore } from './indexed-db-store.js';
export { type InstallOptions, installCollector } from './install.js';
