// docs/figures/<paper>.md: the paper's numbers beside ours, a verdict for every claim, and what it takes
// to get the same bits again.
import { claimsOf } from 'ldp-bandits/papers';
import {
  claimTable as claimsWhere,
  pointTables,
  regretTables,
  switchList,
  variesIn,
} from './settings.mjs';
import { number, table, words } from './text.mjs';

/** Judged claims: [{claim, verdict}]. `verdict` is undefined where the runs do not suffice. */
export function judgeAll(figure, results, mode, chosen) {
  return claimsOf(figure, chosen).map((claim) => ({
    claim,
    verdict: mode === 'quick' && claim.needs === 'full' ? undefined : claim.judge(results),
  }));
}

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

/** Of runs that stop the claims say when; how much they had lost by then is nothing to compare. */
const stops = (results) =>
  Object.values(results).every(({ curves }) => curves.every(({ stopped }) => stopped));

/** Regret at the rounds that claims are about, and at the end where that is none of them. */
function regretTable(results) {
  const rounds = [1e5, 1e6, 5e6, 6e6];
  const all = Object.values(results);
  const last = ({ t }) => t.at(-1);
  const hasEnd = all.some(({ curves }) => curves.some((curve) => !rounds.includes(last(curve))));
  const known = rounds.filter((t) => all.some(({ curves }) => curves.some((c) => c.t.includes(t))));
  const named = all.length > 1;
  const rows = Object.entries(results).flatMap(([name, { curves }]) =>
    curves.map((curve) => {
      const { label, t, mean, high } = curve;
      const regretAt = (round) => {
        const at = t.indexOf(round);
        return at < 0 ? '' : `${number(mean[at])} ± ${number(high[at] - mean[at])}`;
      };
      const end = hasEnd ? [`${regretAt(last(curve))} (T = ${number(last(curve))})`] : [];
      return [...(named ? [name] : []), label, ...known.map(regretAt), ...end];
    }),
  );
  const at = known.map((t) => `T = ${number(t)}`);
  const head = [...(named ? ['runs'] : []), 'run', ...at, ...(hasEnd ? ['at the end'] : [])];
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

function section({ figure, settings, remarks, note }, directory) {
  const all = settings.flatMap(({ results }) => Object.values(results));
  const sizes = [...new Set(all.map(({ spec }) => sizeOf(spec)))];
  const body = figure.choices === undefined ? plainBody : bodyWithSwitches;
  return [
    `## ${figure.id}: ${figure.title}`,
    '',
    `Source: ${figure.source}. Run here: ${sizes.join('; ')}.`,
    '',
    `> ${figure.says}`,
    '',
    ...(note ? [note, ''] : []),
    ...body({ figure, settings, remarks }, directory),
  ];
}

const pictures = (plots, directory) =>
  plots.flatMap(({ file, caption }) => [`![${caption}](${directory}/${file})`, '']);

function plainBody({ figure, settings: [{ plots, judged, results }], remarks }, directory) {
  return [
    ...pictures(plots, directory),
    ...claimTable(judged),
    ...remarks.flatMap((remark) => [remark, '']),
    ...pointTable(figure, results),
    ...(stops(results)
      ? []
      : [
          'Pseudo-regret, with half the width of the 95 % band of its mean:',
          '',
          ...regretTable(results),
        ]),
  ];
}

function bodyWithSwitches({ figure, settings, remarks }, directory) {
  const titled = (title, lines) => (lines.length === 0 ? [] : [title, '', ...lines]);
  const horizons = new Set(
    settings.flatMap(({ results }) => Object.values(results).map(({ spec }) => spec.horizon)),
  );
  const end = horizons.size === 1 ? `after ${number([...horizons][0])} rounds` : 'at the end';
  const numbers =
    figure.plot.kind === 'scatter'
      ? pointTables({ figure, settings })
      : titled(
          `Pseudo-regret ${end}, with the standard error of its mean:`,
          regretTables({ figure, settings }),
        );
  return [
    ...titled('What came out:', bullets(figure.findings ?? [])),
    ...remarks.flatMap((remark) => [remark, '']),
    'The settings:',
    '',
    ...switchList(figure),
    '',
    ...numbers,
    ...pictures(
      settings.flatMap(({ plots }) => plots),
      directory,
    ),
    ...titled('What the paper says, in each setting:', claimsWhere({ figure, settings }, 'paper')),
    ...titled(
      'What an independent program found, and what this project promises:',
      claimsWhere({ figure, settings }, 'project'),
    ),
  ];
}

const bullets = (sentences) =>
  sentences.length === 0 ? [] : [...sentences.map((sentence) => `- ${sentence}`), ''];

/** Verdicts of one figure in all its settings; of one author, or of all. */
function standingOf({ figure, settings }, author) {
  const known = settings
    .flatMap(({ chosen, judged }) => judged.map((one) => ({ ...one, chosen })))
    .filter(({ verdict }) => verdict !== undefined)
    .filter(({ claim }) => author === undefined || claim.claimedBy === author);
  const held = known.filter(({ verdict }) => verdict.holds);
  return { figure, known, held, failed: known.filter((one) => !held.includes(one)) };
}

const count = (rows, part) => rows.reduce((sum, row) => sum + row[part].length, 0);
const share = ({ held, known }) => `${held.length} of ${known.length}`;
const linkTo = (figure) => `[${figure.id}](#${anchor(figure)})`;

function failuresOf(rows) {
  const lines = rows.flatMap(({ figure, failed }) =>
    failed.map(({ claim, verdict, chosen }) => {
      const where = [figure.id, ...variesIn(figure, chosen)].join(', ');
      return `- ${where}: ${claim.sentence} Accepted: ${verdict.accepted}; measured: ${verdict.measured}.`;
    }),
  );
  return lines.length > 0 ? [...lines, ''] : [];
}

/** Which claims hold, figure by figure, and all that do not. */
function summary(sections) {
  if (sections.some(({ figure }) => figure.choices !== undefined)) return summaryByAuthor(sections);
  const rows = sections.map((one) => standingOf(one));
  const failures = failuresOf(rows);
  return [
    `${count(rows, 'held')} of ${count(rows, 'known')} claims hold.${failures.length > 0 ? ' These do not; why is said where they stand:' : ''}`,
    '',
    ...failures,
    ...table(
      ['figure', 'about', 'claims that hold'],
      rows.map((one) => [linkTo(one.figure), one.figure.title, share(one)]),
    ),
  ];
}

/** Where a claim is judged in many settings, a paper's fails in some by the nature of things. */
function summaryByAuthor(sections) {
  const own = sections.map((one) => standingOf(one, 'project'));
  const theirs = sections.map((one) => standingOf(one, 'paper'));
  const failures = failuresOf(own);
  return [
    `What the paper says is judged in each setting that it may have had: it holds in ${count(theirs, 'held')} of ${count(theirs, 'known')} cases. Of what an independent program found and this project promises, ${count(own, 'held')} of ${count(own, 'known')} hold.${failures.length > 0 ? ' These do not; why is said where they stand:' : ''}`,
    '',
    ...failures,
    ...table(
      ['figure', 'about', 'what the paper says holds', 'what this project says holds'],
      sections.map(({ figure }, i) => [
        linkTo(figure),
        figure.title,
        share(theirs[i]),
        share(own[i]),
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
  const all = sections.flatMap(({ settings }) => settings);
  const seeds = [...new Set(all.flatMap(({ results }) => seedsOf(results)))];
  const shortly = bullets(paper.findings ?? []);
  return [
    `# The figures of ${paper.citation}`,
    '',
    `Everything below is written by \`${command}\`: simulations${paper.about ? '' : ' with the settings of the paper'}, judged by tolerances that were fixed before. A claim is the paper's own, or was computed for this project by a program that shares no code with the one that is judged. Intervals of ratios are by the delta method; they leave out that all runs see the same rewards, so they are on the wide side.`,
    '',
    ...(paper.about ? [paper.about, ''] : []),
    ...(shortly.length > 0
      ? ['## Which claims were reproduced', '', ...shortly, '## Verdicts', '']
      : []),
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
