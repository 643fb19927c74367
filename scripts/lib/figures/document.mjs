// docs/figures/<paper>.md: the paper's numbers beside ours, a verdict for every claim, and what it takes
// to get the same bits again.

const number = (value) => Math.round(value).toLocaleString('en-US');
const cell = (text) => text.replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map((text) => cell(String(text))).join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row), ''];

/** Judged claims: [{claim, verdict}]. `verdict` is undefined where the runs do not suffice. */
export function judgeAll(figure, results, mode) {
  return figure.claims.map((claim) => ({
    claim,
    verdict: mode === 'quick' && claim.needs === 'full' ? undefined : claim.judge(results),
  }));
}

const words = (verdict) =>
  verdict === undefined ? 'needs the full run' : verdict.holds ? 'holds' : '**does not hold**';

const authors = { paper: 'the paper', project: 'this project' };

function claimTable(judged) {
  return table(
    ['claim', 'of', 'accepted', 'measured', 'verdict'],
    judged.map(({ claim, verdict }) => [
      claim.sentence,
      authors[claim.claimedBy],
      verdict?.accepted ?? '',
      verdict?.measured ?? '',
      words(verdict),
    ]),
  );
}

/** Regret at the rounds that claims are about. */
function regretTable(results) {
  const rounds = [1e5, 1e6, 5e6, 6e6];
  const all = Object.values(results);
  const known = rounds.filter((t) => all.some(({ curves }) => curves.some((c) => c.t.includes(t))));
  const named = all.length > 1;
  const rows = Object.entries(results).flatMap(([name, { curves }]) =>
    curves.map(({ label, t, mean, high }) => [
      ...(named ? [name] : []),
      label,
      ...known.map((round) => {
        const at = t.indexOf(round);
        return at < 0 ? '' : `${number(mean[at])} ± ${number(high[at] - mean[at])}`;
      }),
    ]),
  );
  const head = [...(named ? ['runs'] : []), 'run', ...known.map((t) => `T = ${number(t)}`)];
  return table(head, rows);
}

/** The points of a scatter plot: what was predicted and what came out. */
function pointTable({ plot }, results) {
  if (plot.kind !== 'scatter') return [];
  const digits = (value) => Number(value.toPrecision(4)).toLocaleString('en-US');
  return table(
    ['run', 'of', plot.xLabel, plot.yLabel],
    plot.points(results).map(({ label, series, x, y }) => [label, series, digits(x), digits(y)]),
  );
}

const sizeOf = ({ horizon, replicates }) => `${replicates} trials of ${number(horizon)} rounds`;

function section({ figure, results, judged, plots, remarks, note }, directory) {
  const sizes = [...new Set(Object.values(results).map(({ spec }) => sizeOf(spec)))];
  return [
    `## ${figure.id}: ${figure.title}`,
    '',
    `Source: ${figure.source}. Run here: ${sizes.join('; ')}.`,
    '',
    `> ${figure.says}`,
    '',
    ...(note ? [note, ''] : []),
    ...plots.flatMap(({ file, caption }) => [`![${caption}](${directory}/${file})`, '']),
    ...claimTable(judged),
    ...remarks.flatMap((remark) => [remark, '']),
    ...pointTable(figure, results),
    'Pseudo-regret, with half the width of the 95 % band of its mean:',
    '',
    ...regretTable(results),
  ];
}

/** Which claims hold, figure by figure, and all that do not. */
function summary(sections) {
  const rows = sections.map(({ figure, judged }) => {
    const known = judged.filter(({ verdict }) => verdict !== undefined);
    const held = known.filter(({ verdict }) => verdict.holds);
    return { figure, known, failed: known.filter((one) => !held.includes(one)), held };
  });
  const count = (part) => rows.reduce((sum, row) => sum + row[part].length, 0);
  const failures = rows.flatMap(({ figure, failed }) =>
    failed.map(
      ({ claim, verdict }) =>
        `- ${figure.id}: ${claim.sentence} Accepted: ${verdict.accepted}; measured: ${verdict.measured}.`,
    ),
  );
  return [
    `${count('held')} of ${count('known')} claims hold.${failures.length > 0 ? ' These do not; why is said where they stand:' : ''}`,
    '',
    ...failures,
    ...(failures.length > 0 ? [''] : []),
    ...table(
      ['figure', 'about', 'claims that hold'],
      rows.map(({ figure, known, held }) => [
        `[${figure.id}](#${anchor(figure)})`,
        figure.title,
        `${held.length} of ${known.length}`,
      ]),
    ),
  ];
}

/** As GitHub makes it of a heading. */
const anchor = ({ id, title }) =>
  `${id}: ${title}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A note that many figures share stands at the first of them. */
function withNotes(sections) {
  const said = new Set();
  return sections.map((one) => {
    const { horizonNote } = one.figure;
    const isNew = horizonNote !== undefined && !said.has(horizonNote);
    said.add(horizonNote);
    return { ...one, note: isNew ? horizonNote : undefined };
  });
}

/** The whole document. `runs`: [{label, size, digest}]. */
export function documentOf({ paper, sections, missing, runs, command, directory }) {
  const seeds = [...new Set(sections.flatMap(({ results }) => seedsOf(results)))];
  return [
    `# The figures of ${paper.citation}`,
    '',
    `Everything below is written by \`${command}\`: simulations with the settings of the paper, judged by tolerances that were fixed before. A claim is the paper's own, or was computed for this project by a program that shares no code with the one that is judged. Intervals of ratios are by the delta method; they leave out that all runs see the same rewards, so they are on the wide side.`,
    '',
    ...summary(sections),
    ...(missing.length > 0 ? [`Not run yet: ${missing.join(', ')}.`, ''] : []),
    ...withNotes(sections).flatMap((one) => section(one, directory)),
    '## To get the same bits',
    '',
    `The seed is \`${seeds.join('`, `')}\`. Every run meets the same worlds, and any number of workers on any machine gives the same bits. A run is played once, to the longest horizon that a figure asks for; \`digest\` is that of its result (\`SimulationResult.digest\`). The spec of every run, for \`ldp-bandits simulate\`, is a line of [runs.jsonl](${directory}/runs.jsonl).`,
    '',
    ...table(
      ['run', 'trials x rounds', 'digest'],
      runs.map(({ label, size, digest }) => [label, size, `\`${digest}\``]),
    ),
  ].join('\n');
}

const seedsOf = (results) => Object.values(results).map(({ spec }) => spec.seed);
