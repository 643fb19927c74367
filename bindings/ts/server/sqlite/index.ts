/** `ldp-bandits/server/sqlite`: a collector that keeps what it acknowledged in one file. */

export type { SqliteLike, SqliteStatement } from './handle.js';
export { backupSqlite, closeSqlite } from './operate.js';
export { sqliteStore } from './store.js';
