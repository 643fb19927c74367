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

const sizeOf = ({ horizon, replicates }) => `${replicates} trials of ${number(horizon)} rounds`;

function section({ figure, results, judged, plots, remarks }, directory) {
  const sizes = [...new Set(Object.values(results).map(({ spec }) => sizeOf(spec)))];
  return [
    `## ${figure.id}: ${figure.title}`,
    '',
    `Source: ${figure.source}. Run here: ${sizes.join('; ')}.`,
    '',
    `> ${figure.says}`,
    '',
    ...(figure.horizonNote ? [figure.horizonNote, ''] : []),
    ...plots.flatMap(({ file, caption }) => [`![${caption}](${directory}/${file})`, '']),
    ...claimTable(judged),
    ...remarks.flatMap((remark) => [remark, '']),
    'Pseudo-regret, with the 95 % band of its mean:',
    '',
    ...regretTable(results),
  ];
}

function summary(sections) {
  const judged = sections.flatMap(({ figure, judged: all }) =>
    all.map((one) => ({ figure, ...one })),
  );
  const failed = judged.filter(({ verdict }) => verdict?.holds === false);
  const counts = `${judged.length - failed.length} of ${judged.length} claims hold.`;
  if (failed.length === 0) return [counts, ''];
  return [
    `${counts} These do not:`,
    '',
    ...failed.map(
      ({ figure, claim, verdict }) =>
        `- ${figure.id}: ${claim.sentence} Accepted: ${verdict.accepted}; measured: ${verdict.measured}.`,
    ),
    '',
  ];
}

/** The whole document. `runs`: [{label, rounds, digest}]. */
export function documentOf({ paper, sections, missing, runs, command, wasm, directory }) {
  const seeds = [...new Set(sections.flatMap(({ results }) => seedsOf(results)))];
  return [
    `# The figures of ${paper.citation}`,
    '',
    `Everything below is written by \`${command}\`: simulations with the settings of the paper, judged by fixed tolerances. Claims are the paper's own, or were computed for this project by a program that shares no code with the one that is judged. Intervals of ratios are by the delta method and leave out that all runs see the same rewards, so they are on the wide side.`,
    '',
    ...summary(sections),
    ...(missing.length > 0 ? [`Not run yet: ${missing.join(', ')}.`, ''] : []),
    ...sections.flatMap((one) => section(one, directory)),
    '## To get the same bits',
    '',
    `Seed \`${seeds.join('`, `')}\`; every run sees the same worlds and rewards, and any number of workers gives the same bits. The module was \`learner.wasm\` with SHA-256 \`${wasm}\`.`,
    '',
    `A run is played once, to the longest horizon that a figure asks for. \`digest\` is that of its result (\`SimulationResult.digest\`), of the run alone in a spec.`,
    '',
    ...table(
      ['run', 'trials x rounds', 'digest'],
      runs.map(({ label, size, digest }) => [label, size, `\`${digest}\``]),
    ),
  ].join('\n');
}

const seedsOf = (results) => Object.values(results).map(({ spec }) => spec.seed);
