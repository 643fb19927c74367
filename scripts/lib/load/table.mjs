// The figures of a load run, as lines and as the tables of docs/scale.md.

const COLUMNS = [
  ['store', 11, ({ name }) => name],
  ['collectors', 11, ({ collectors }) => collectors],
  ['connections', 12, ({ connections }) => connections],
  ['reports/s', 10, ({ perSecond }) => whole(perSecond)],
  ['of bare', 8, ({ perSecond, bare }) => (perSecond / bare).toFixed(2)],
  ['p50 ms', 7, ({ p50 }) => short(p50)],
  ['p99 ms', 7, ({ p99 }) => short(p99)],
  ['CPU µs', 7, ({ use }) => whole(use.server.cpu)],
  ['of database', 12, ({ use }) => (use.database ? whole(use.database.cpu) : '-')],
  ['p50, p99 at half', 17, ({ half }) => `${short(half.p50)}, ${short(half.p99)}`],
  ['at nine tenths', 15, ({ most }) => `${short(most.p50)}, ${short(most.p99)}`],
];

export const capacityHeading = COLUMNS.map(([title, width]) => title.padEnd(width)).join(' ');

/** One line for each number of connections. The open loop ran at the best of them. */
export function capacityLine(name, row) {
  return rowsOf(name, row)
    .map((cells) =>
      cells
        .map((cell, i) => String(cell).padEnd(COLUMNS[i][1]))
        .join(' ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param capacity By server, as it stands in docs/scale.json. */
export function capacityTable(capacity) {
  const rows = Object.entries(capacity).flatMap(([name, row]) => rowsOf(name, row));
  return [
    `| ${COLUMNS.map(([title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

function rowsOf(name, { collectors, closed, open }) {
  const best = Math.max(...closed.map(({ perSecond }) => perSecond));
  const [half, most] = open;
  const none = { p50: Number.NaN, p99: Number.NaN };
  return closed.map((one) => {
    const isBest = one.perSecond === best;
    const row = {
      ...one,
      name,
      collectors,
      half: isBest ? half : none,
      most: isBest ? most : none,
    };
    return COLUMNS.map(([, , read]) => read(row));
  });
}

const whole = (value) => Math.round(value).toLocaleString('en-US');

function short(ms) {
  if (!Number.isFinite(ms)) return '-';
  return ms < 10 ? ms.toFixed(1) : whole(ms);
}
