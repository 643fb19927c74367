/** What `doctor` asks of a store: does it keep what it acknowledges, and do the clocks agree? */
import type { OpenedStore } from './open-store.js';

export interface Finding {
  readonly ok: boolean;
  readonly about: string;
  readonly text: string;
}

/** Collectors over one store may differ by `slackMs`, ten minutes; half of it is time to act. */
const LARGEST_SKEW_MS = 300_000;

export async function storeFindings(opened: OpenedStore): Promise<Finding[]> {
  const begin = performance.now();
  const definitions = await opened.store.definitions();
  const ms = (performance.now() - begin).toFixed(1);
  const about = `store ${opened.address}`;
  const found = [{ ok: true, about, text: `${definitions.size} definitions, read in ${ms} ms` }];
  return [...found, ...(await (opened.query ? postgres(opened.query) : sqlite(opened)))];
}

type Query = NonNullable<OpenedStore['query']>;

async function postgres(query: Query): Promise<Finding[]> {
  const [row = {}] = await query(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit, extract(epoch FROM clock_timestamp()) * 1000 AS now`,
  );
  const skew = Math.round(Date.now() - Number(row['now']));
  return [
    {
      ok: row['fsync'] === 'on',
      about: 'fsync',
      text: `${row['fsync']}; off loses reports when power fails`,
    },
    {
      ok: row['commit'] !== 'off',
      about: 'synchronous_commit',
      text: `${row['commit']}; off acknowledges reports that may be lost`,
    },
    {
      ok: Number.parseInt(String(row['version']), 10) >= 13,
      about: 'PostgreSQL',
      text: `${row['version']}`,
    },
    {
      ok: Math.abs(skew) <= LARGEST_SKEW_MS,
      about: 'clock',
      text: `${skew} ms ahead of the database's`,
    },
  ];
}

function sqlite({ pragma }: OpenedStore): Finding[] {
  if (pragma === undefined) return [];
  const mode = pragma('journal_mode');
  const sync = pragma('synchronous');
  return [
    {
      ok: mode === 'wal',
      about: 'journal_mode',
      text: `${mode}; wal lets readers and a writer run at once`,
    },
    {
      ok: Number(sync) >= 2,
      about: 'synchronous',
      text: `${sync}; below 2 (FULL) reports are lost when power fails`,
    },
  ];
}
