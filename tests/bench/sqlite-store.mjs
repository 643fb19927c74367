// What a commit costs: node tests/bench/sqlite-store.mjs [libsql | node:sqlite | better-sqlite3] prints µs of CPU a report,
// in groups as a collector makes them, on a file in a temporary folder.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from 'ldp-bandits/server/sqlite';

const REPORTS = 100_000;
const [driver = 'libsql'] = process.argv.slice(2);
const { DatabaseSync, default: Database } = await import(driver);
const folder = mkdtempSync(join(tmpdir(), 'ldp-bench-'));

const report = (i) => ({
  id: randomBytes(16).toString('base64url'),
  delta: {
    schema: 's',
    size: 20,
    indices: Uint32Array.of(i % 10, 10 + (i % 10)),
    values: BigInt64Array.of(1n, 1n),
  },
});

for (const size of [1, 50, 500]) {
  const db = new (DatabaseSync ?? Database)(join(folder, `${size}.db`));
  const store = sqliteStore(db);
  await store.publish('demo', null, {
    ...{ snapshot: 1, open: 1, folded: 0, revision: '' },
    state: new Uint8Array(),
  });
  const count = Math.min(REPORTS, size * 2000);
  const groups = Array.from({ length: count / size }, () =>
    Array.from({ length: size }, (_, i) => report(i)),
  );
  const started = process.cpuUsage();
  const wall = performance.now();
  for (const group of groups) await store.commit({ experiment: 'demo', snapshot: 1 }, group);
  const { user, system } = process.cpuUsage(started);
  const seconds = (performance.now() - wall) / 1000;
  console.log(
    `${driver}, groups of ${size}: ${((user + system) / count).toFixed(1)} µs CPU a report, ${Math.round(count / seconds)} reports/s`,
  );
  db.close();
}
rmSync(folder, { recursive: true });
