// node tests/bench/log-million.mjs
//
// Seconds and memory of readLog over a million rows, beside pandas over the same file: each in processes of its own, in
// turn, the least of three. pandas checks less: it takes ragged and odd cells for text, and tells no row.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPython } from '../../scripts/lib/python.mjs';

const ROWS = 1_000_000;
const REPETITIONS = 3;
const python = findPython();
if (python === undefined) throw new Error('no Python with pandas');

/** Low-discrepancy rows: the same in every run. */
const row = (i) => {
  const arm = Math.floor(10 * ((i * 0.754877666) % 1));
  return `arm-${arm},${(i * 0.569840291) % 1 < 0.1 ? 1 : 0},${0.05 + 0.01 * arm},${i % 3}`;
};

const READ_LOG = `
  import { readLog } from 'ldp-bandits/logs';
  const start = performance.now();
  const { reading } = await readLog(process.argv[1]);
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ rows: reading.rows, seconds, kB: process.resourceUsage().maxRSS }));`;
const PANDAS = `
import json, resource, sys, time
import pandas
start = time.perf_counter()
rows = len(pandas.read_csv(sys.argv[1]))
seconds = time.perf_counter() - start
print(json.dumps(dict(rows=rows, seconds=seconds, kB=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)))`;

const folder = mkdtempSync(join(tmpdir(), 'ldp-log-million-'));
try {
  const file = join(folder, 'log.csv');
  const rows = Array.from({ length: ROWS }, (_, i) => row(i));
  writeFileSync(file, `arm,reward,propensity,position\n${rows.join('\n')}\n`);
  const sides = {
    readLog: [process.execPath, '--input-type=module', '-e', READ_LOG, file],
    pandas: [python, '-c', PANDAS, file],
  };
  const best = {};
  for (let i = 0; i < REPETITIONS; i++) {
    for (const [name, [program, ...args]] of Object.entries(sides)) {
      const cwd = new URL('../..', import.meta.url);
      const found = JSON.parse(execFileSync(program, args, { cwd, encoding: 'utf8' }));
      if (found.rows !== ROWS) throw new Error(`${name} read ${found.rows} rows`);
      if (best[name] === undefined || found.seconds < best[name].seconds) best[name] = found;
    }
  }
  for (const [name, { seconds, kB }] of Object.entries(best))
    console.log(`${name.padEnd(8)} ${seconds.toFixed(2)} s  ${Math.round(kB / 1024)} MiB`);
  const { readLog, pandas } = best;
  console.log(
    `readLog / pandas: ${(readLog.seconds / pandas.seconds).toFixed(2)} of the time, ${(readLog.kB / pandas.kB).toFixed(2)} of the memory`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
