/** `ldp-bandits/server/postgres`: any number of collectors, on any number of machines, over one database. */
export type { PgClientLike, PgPoolLike } from './connection.js';
export { type PostgresOptions, type PostgresStore, postgresStore } from './store.js';
