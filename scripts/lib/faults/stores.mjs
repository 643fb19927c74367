// Opens a store by its name: `memory`, a file of SQLite, or postgres://….
import { memoryStore } from 'ldp-bandits/server';

/** @returns The store, and `close` for what it stands on. */
export async function openStore(name) {
  if (name === 'memory') return { store: memoryStore(), close: async () => {} };
  if (/^postgres(ql)?:/.test(name)) {
    const [{ default: pg }, { postgresStore }] = await Promise.all([
      import('pg'),
      import('ldp-bandits/server/postgres'),
    ]);
    const pool = new pg.Pool({
      connectionString: name,
      max: 4,
      connectionTimeoutMillis: 3000,
      query_timeout: 5000,
    });
    pool.on('error', () => {});
    return { store: await postgresStore(pool), close: () => pool.end() };
  }
  const [{ default: Database }, { sqliteStore }] = await Promise.all([
    import('libsql'),
    import('ldp-bandits/server/sqlite'),
  ]);
  const db = new Database(name);
  return { store: await sqliteStore(db), close: async () => db.close() };
}
