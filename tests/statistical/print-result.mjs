// The audit as a table for people.

const round = (value) => Number(value.toPrecision(3));
const promise = ({ epsilon, delta }) =>
  delta ? `(${epsilon}, ${delta < 0.01 ? delta.toExponential() : delta})` : `${round(epsilon)}`;
const claim = ({ loss, claimed }) => `${loss} ${round(claimed)}`;

const kColumns = [
  ['sampled', (row) => row.path, 'left'],
  ['mechanism', (row) => row.mechanism, 'left'],
  ['reports', (row) => row.reports.toLocaleString('en'), 'right'],
  ['promise', promise, 'left'],
  ['claim', claim, 'right'],
  ['bound', (row) => row.printed.toFixed(3), 'right'],
  ['share', (row) => `${Math.round((100 * row.printed) / row.claimed)} %`, 'right'],
  ['verdict', (row) => (row.refuted ? 'REFUTED' : 'below the claim'), 'left'],
  ['most telling event', (row) => `${row.event}, ${row.comparison}`, 'left'],
];

function table(columns, rows) {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => String(cell(row)))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const line = (texts) =>
    texts
      .map((text, i) =>
        columns[i][2] === 'right' ? text.padStart(widths[i]) : text.padEnd(widths[i]),
      )
      .join('  ')
      .trimEnd();
  return [
    line(cells[0]),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.slice(1).map(line),
  ].join('\n');
}

export function printResult(result) {
  const { sizes, decidingAlpha, falseAlarm, seconds } = result;
  const print = (text = '') => console.log(text);
  print(
    'Lower bounds on the loss of the shipped client; `reports` are judged per input, as many again chose the event.',
  );
  print(
    'The loss is epsilon where delta is 0, else mu: Gaussian noise is as hard to see through as N(0,1) from N(mu,1).',
  );
  print(
    'Each holds with 99.9 % confidence (Clopper-Pearson, Bonferroni over all events of its row).',
  );
  print();
  print(table(kColumns, result.claims));
  print();

  print('Null controls: nothing may differ, so every bound must be 0.');
  for (const { path, mechanism, label, printed, refuted } of result.nulls) {
    const verdict = refuted ? ' REFUTED' : '';
    print(`  ${path}, ${mechanism}, ${label}: ${printed.toFixed(3)}${verdict}`);
  }
  print();

  print('The arm that a report names, over all patterns of reactions to a slate (chi-square):');
  for (const { mechanism, reports, statistic, tail, refuted } of result.coordinates) {
    const verdict = refuted ? ' REFUTED' : '';
    print(
      `  ${mechanism}: ${statistic.toFixed(1)} with 14 degrees of freedom, ${reports.toLocaleString('en')} reports a pattern; chance alone gives as much with probability ${tail.toPrecision(2)}${verdict}`,
    );
  }
  print();

  print(
    'Source of the noise: bytes taken from getRandomValues, fresh instances, no Math.random, no clock.',
  );
  for (const { mechanism, faults } of result.structure) {
    print(`  ${mechanism}: ${faults.length === 0 ? 'the platform alone' : faults.join('; ')}`);
  }
  print();

  if (result.mutants.length > 0) {
    const { mutant, vectorMutant, slateMutant, pointMutant } = sizes;
    const [scalars, vectors, slates, points] = [
      ...[mutant, vectorMutant, slateMutant, pointMutant],
    ].map((n) => n.toLocaleString('en'));
    print(
      `Sabotaged clients: ${scalars} reports judged per input through the public API, ${vectors} vectors, ${slates} slates and ${points} points through their modules; bounds at confidence 1 - ${decidingAlpha}.`,
    );
    print();
    print(table(kMutantColumns, result.mutants));
    print();
  }
  print(
    `A claim is refuted by a bound above it at 1 - ${decidingAlpha}, or at 99.9 % in two independent samples: ` +
      `a correct client fails this run with probability at most ${falseAlarm.toExponential(1)}.`,
  );
  print(`${result.passed ? 'PASSED' : 'FAILED'} in ${seconds} s`);
}

const kMutantColumns = [
  ['sabotage', (row) => row.name, 'left'],
  ['mechanism', (row) => row.mechanism, 'left'],
  ['promise', promise, 'left'],
  ['claim', claim, 'right'],
  ['bound', (row) => row.deciding?.toFixed(3) ?? '-', 'right'],
  ['verdict', (row) => (row.caught ? 'caught' : 'SURVIVED'), 'left'],
  ['by', (row) => (row.detect === 'structure' ? row.faults.join('; ') : row.event), 'left'],
];
