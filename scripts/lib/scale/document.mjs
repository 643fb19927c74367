// The tables of docs/scale.md, from what was measured.
import { capacityTable } from '../load/table.mjs';
import { ASSUMED, costsOf, need, pauseS, reportsASecond } from './model.mjs';
import { groupCost, simulate } from './simulate.mjs';

/** Visitors a minute, and the store: a file of SQLite belongs to one machine. */
const COLUMNS = [
  [1_000, 'sqlite'],
  [1_000, 'postgres'],
  [100_000, 'sqlite'],
  [100_000, 'postgres'],
  [100_000, 'postgres-2'],
  [10_000_000, 'postgres-2'],
];
/** The row that is simulated. */
const CHECKED = { visitors: 100_000, store: 'postgres-2' };
const PREFIXES = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];
/** How far arithmetic and simulation may be apart. */
const AGREES = 0.05;

/** @returns `parts`: lines by the name of their marks; `problems`: where the simulation disagrees. */
export function tables(found) {
  const costs = costsOf(found);
  const { lines, problems } = check(found, costs);
  const parts = {
    capacity: [...onWhat(found.capacity), '', ...capacityTable(found.capacity)],
    soak: soakTable(found.soak ?? {}),
    snapshots: snapshotTable(found),
    units: unitTable(found, costs),
    scale: scaleTable(costs),
    simulation: lines,
  };
  return { parts, problems };
}

function onWhat(rows) {
  const machines = new Map();
  for (const [name, { on }] of Object.entries(rows)) {
    machines.set(on, [...(machines.get(on) ?? []), name]);
  }
  return [...machines].map(([on, names]) => `Measured on ${on} (${names.join(', ')}).`);
}

function soakTable(soaks) {
  const title =
    'store | reports | counted | reports/s | resident MB, first tenth | last tenth | heap MB, first | last';
  const rows = Object.entries(soaks).map(
    ([name, { accepted, counted, perSecond, first, last }]) => {
      const memory = [first.resident, last.resident, first.heap, last.heap].map(whole);
      return `| ${[name, whole(accepted), whole(counted), whole(perSecond), ...memory].join(' | ')} |`;
    },
  );
  return [...onWhat(soaks), '', `| ${title} |`, `|---|${'---:|'.repeat(7)}`, ...rows];
}

function snapshotTable({ sizes }) {
  const rows = Object.entries(sizes).map(
    ([name, { bytes, gzip, report }]) => `| ${name} | ${bytes} | ${gzip} | ${report} |`,
  );
  return [
    '| experiment | snapshot, B | gzip, B | body of a report, B |',
    '|---|---:|---:|---:|',
    ...rows,
  ];
}

function unitTable({ storage, snapshot }, costs) {
  const rows = [
    ['an id in SQLite', `${short(storage.sqlite.bytesAnId)} B`],
    ['memory of a collector for an id: SQLite; PostgreSQL', memoryOf(storage)],
    ['an id in PostgreSQL, with its index', `${short(storage.postgres.bytesAnId)} B`],
    ['written for a lone report: SQLite; PostgreSQL', writtenOf(storage, 'writtenALone')],
    ['for one in a group of 50: SQLite; PostgreSQL', writtenOf(storage, 'writtenInGroup')],
    ['a report to the collector, with the shortest headers', `${whole(costs.request)} B`],
    ['its answer, with headers', `${whole(costs.answer)} B`],
    ['a snapshot of 20 arms, with headers', `${whole(costs.snapshotBytes)} B`],
    ['"you have it" (304), with headers', `${whole(costs.knownBytes)} B`],
    ['CPU of a snapshot; of a 304', `${whole(costs.snapshotCpu)} µs; ${whole(costs.knownCpu)} µs`],
  ];
  return [
    `Measured on ${storage.on}; snapshots on ${snapshot.on}.`,
    '',
    '| unit | cost |',
    '|---|---:|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

const memoryOf = ({ sqlite, postgres }) =>
  [sqlite, postgres].map(({ memoryAnId }) => `${short(Math.max(0, memoryAnId))} B`).join('; ');

const writtenOf = ({ sqlite, postgres }, name) =>
  [sqlite, postgres].map((sizes) => `${short(sizes[name])} B`).join('; ');

function scaleTable(costs) {
  const columns = COLUMNS.filter(([, store]) => store in costs.servers);
  const needs = columns.map(([visitors, store]) => need(visitors, store, costs));
  const rows = [
    ['reports/s', (one) => whole(one.perSecond)],
    ['collectors', (one) => whole(one.collectors)],
    ['databases like the measured one', (one) => whole(one.databases)],
    ['cores of collectors', (one) => short(one.collectorCores)],
    ['cores of the database', (one) => (one.databaseCores ? short(one.databaseCores) : '-')],
    ['ids held, rows', (one) => scaled(one.ids)],
    ['their bytes in the database', (one) => scaled(one.idBytes, 'B')],
    ['their memory in a collector', (one) => scaled(one.idMemory, 'B')],
    ['ids of one epoch', (one) => scaled(one.idsAnEpoch)],
    ['written to the disk', (one) => scaled(one.writtenASecond, 'B/s')],
    ['network in', (one) => scaled(one.in, 'B/s')],
    ['network out', (one) => scaled(one.out, 'B/s')],
    ['snapshots, no cache', (one) => cell(one.snapshotsWithoutCache)],
    ['snapshots, behind a CDN', (one) => cell(one.snapshotsBehindCache)],
  ];
  return [
    `| visitors a minute | ${columns.map(([visitors]) => whole(visitors)).join(' | ')} |`,
    `|---|${'---:|'.repeat(columns.length)}`,
    `| store | ${columns.map(([, store]) => store).join(' | ')} |`,
    ...rows.map(([title, read]) => `| ${title} | ${needs.map(read).join(' | ')} |`),
  ];
}

const cell = ({ requests, bytes, cores }) =>
  `${scaled(requests, '/s')}, ${scaled(bytes, 'B/s')}, ${short(cores)} cores`;

/** One row by events, beside the same by arithmetic, and the latency beside the measured one. */
function check({ capacity }, costs) {
  const row = capacity[CHECKED.store];
  if (!row) return { lines: ['No figures of this store.'], problems: [] };
  const perSecond = reportsASecond(CHECKED.visitors);
  const wanted = need(CHECKED.visitors, CHECKED.store, costs);
  const cost = groupCost(row.closed.slice(-2).map((one) => ofOneCollector(one, row.collectors)));
  const { collectors } = wanted;
  const seconds = ASSUMED.closesAfterMs / 1000 + 8 * pauseS();
  const run = simulate({ perSecond, collectors, cost, seconds });
  const half = simulate({ ...halfOf(row), cost, seconds: 60, collectors: row.collectors });
  const lines = [
    `Row checked: ${whole(CHECKED.visitors)} visitors a minute, ${CHECKED.store}, ${whole(seconds)} s of virtual time.`,
    `A group of k reports keeps a collector busy for ${ms(cost.a)} ms + k × ${ms(cost.b)} ms.`,
    '',
    '| | arithmetic | simulation |',
    '|---|---:|---:|',
    `| ids held, at most | ${whole(wanted.ids)} | ${whole(run.ids)} |`,
    `| epochs open, at most | ${ASSUMED.retention} | ${run.open} |`,
    `| share of time that a collector works | ${short(wanted.use)} | ${short(run.busy)} |`,
    '',
    '| at half of the limit | measured | simulation |',
    '|---|---:|---:|',
    `| p50 ms | ${short(row.open[0].p50)} | ${short(half.p50)} |`,
    `| p99 ms | ${short(row.open[0].p99)} | ${short(half.p99)} |`,
    `| reports a group | - | ${short(half.group)} |`,
  ];
  const problems = [];
  if (Math.abs(run.ids / wanted.ids - 1) > AGREES)
    problems.push(`simulation: ${run.ids} ids are held, arithmetic says ${wanted.ids}`);
  if (run.open > ASSUMED.retention) problems.push(`simulation: ${run.open} epochs are open`);
  return { lines, problems };
}

const ofOneCollector = ({ connections, perSecond }, collectors) => ({
  connections: connections / collectors,
  perSecond: perSecond / collectors,
});

const halfOf = ({ open }) => ({ perSecond: open[0].rate });

const ms = (seconds) => (1000 * seconds).toPrecision(2);
const whole = (value) => Math.round(value).toLocaleString('en-US');

function short(value) {
  if (!Number.isFinite(value)) return '-';
  if (value >= 100) return whole(value);
  return String(Number(value.toPrecision(2)));
}

/** 12,300,000 as 12 M, with its unit. */
function scaled(value, unit = '') {
  const [size, prefix] = PREFIXES.find(([least]) => value >= least) ?? [1, ''];
  return `${short(value / size)} ${prefix}${unit}`.trim();
}
