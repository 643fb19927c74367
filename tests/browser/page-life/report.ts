// docs/page-life.md, from the counts.
import { availableParallelism } from 'node:os';
import { meanCopies, patterns, type Trace } from './disk.js';
import type { Lateness, Tally } from './judge.js';
import type { Kills } from './kills.js';
import type { Outcome } from './measure.js';
import { kGroups, kWays } from './visits.js';

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** What went wrong, in words; `0` if nothing did. */
function wrong({ asSilence, asAnswer, missing }: Tally): string {
  const parts = [
    asSilence ? `${asSilence} as silence` : '',
    asAnswer ? `${asAnswer} as an answer` : '',
    missing ? `${missing} missing` : '',
  ].filter(Boolean);
  return parts.join(', ') || '0';
}

const share = ({ right, visits }: Tally) => (visits ? `${right} of ${visits}` : '-');

const times = (late: Lateness | undefined) =>
  late ? `${late.answered} / ${late.silent} ms; ${late.ratio.toFixed(2)}` : '-';

const both = (show: (answered: boolean) => string) => `${show(true)} / ${show(false)}`;

function records(traces: readonly Trace[] | undefined): string {
  if (!traces?.length) return '-';
  const alike = both((answered) => patterns(traces, answered).join(' or ') || 'none');
  return patterns(traces, true).join() === patterns(traces, false).join()
    ? `${alike}: alike`
    : `${alike}: DIFFERENT`;
}

const copies = (traces: readonly Trace[] | undefined) =>
  traces?.length ? both((answered) => meanCopies(traces, answered).toFixed(1)) : '-';

/** The same complaint of several visits is one line. */
function counted(complaints: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const complaint of complaints) {
    const text = complaint.replace(/(127\.0\.0\.1|localhost):\d+/g, '$1');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => `- ${count} x \`${text.replaceAll('`', "'")}\``)
    .join('\n');
}

/** @param words the arguments of the command that made the counts */
export function describe(outcomes: readonly Outcome[], words: readonly string[]): string {
  const visits = outcomes.reduce((sum, { total }) => sum + total.visits, 0);
  const right = outcomes.reduce((sum, { total }) => sum + total.right, 0);
  const names = outcomes.map(({ setUp }) => setUp.name);
  const complaints = outcomes.flatMap(({ setUp, complaints: all, killed: one }) =>
    [...all, ...(one?.complaints ?? []).map((text) => `killed: ${text}`)].map(
      (text) => `${setUp.name}, ${text}`,
    ),
  );
  const killed = outcomes.flatMap(({ setUp, killed: one }) =>
    one ? [{ name: setUp.name, ...one }] : [],
  );
  const output = words.indexOf('--output');
  const asked = output < 0 ? words : words.filter((_, i) => i !== output && i !== output + 1);
  const command = ['npm run page-life', ...(asked.length ? ['--', ...asked] : [])].join(' ');
  return `# Page life, measured

What became of answers that were given in the click that left the page. \`${command}\` made this page and
\`page-life.json\` beside it, on ${availableParallelism()} cores of Linux, with ${[...new Set(outcomes.map(({ version }) => version))].join(' and ')}.

Every visit is a real navigation: a page of its own tab calls \`choose()\`, a driver clicks, and the click leaves the
page. Half of the visitors answer in that click, half say nothing. The page notes in \`localStorage\` what it did; that
note is the truth that its report is held to. Epsilon is 16, so that the reported bit is the answer. The collector is
on another origin.

**${right} of ${visits} visits have one report that says what the visitor did.**

## Set-ups

${table(
  ['set-up', 'browser', 'what was done to it'],
  outcomes.map(({ setUp, version }) => [setUp.name, version, setUp.about]),
)}

${table(
  ['', ...names],
  [
    ['visits', ...outcomes.map(({ total }) => total.visits)],
    ['of them answered', ...outcomes.map(({ total }) => total.answered)],
    ['right', ...outcomes.map(({ total }) => total.right)],
    [
      'answered and right',
      ...outcomes.map(({ total }) => `${total.rightAnswered} of ${total.answered}`),
    ],
    ['wrong', ...outcomes.map(({ total }) => wrong(total))],
    ['clicks after the response window', ...outcomes.map(({ total }) => total.late)],
    ['sent again, same bytes', ...outcomes.map(({ total }) => total.repeated)],
    ['counted twice', ...outcomes.map(({ total }) => total.countedTwice)],
    ['ids with two bodies', ...outcomes.map(({ total }) => total.twoBodies)],
    ['ids that no ledger paid for', ...outcomes.map(({ unpaid }) => unpaid)],
    [
      'with the worker, without a next visit',
      ...outcomes.map(({ withoutNextVisit: w }) =>
        w.visits ? `${w.arrived} of ${w.visits}` : '-',
      ),
    ],
    [
      'pages restored from the cache / loaded anew',
      ...outcomes.map(({ restored }) => `${restored.cached} / ${restored.anew}`),
    ],
    [
      'page errors, rejections, console messages',
      ...outcomes.map(({ complaints: all }) => all.length),
    ],
    [
      'from `choose()` to a spend on disk, median / most',
      ...outcomes.map(({ spentMs }) => `${spentMs.median} / ${spentMs.most} ms`),
    ],
    [
      'visits not begun / not seen ending',
      ...outcomes.map(({ total }) => `${total.notChosen} / ${total.notLeft}`),
    ],
  ],
)}

## Ways to leave: right of all

${table(
  ['', ...names],
  kWays.map((way) => [way, ...outcomes.map(({ ways }) => share(ways[way]))]),
)}

## Groups: right of all

\`crowded\`: all visits on one origin, so that the worker is always sending. \`alone\`: ten origins in turn. \`busy\`: a
second tab rewrites the library's database all the time and decides in it, too. \`none\`: without the worker; the next
visit sends.

${table(
  ['', ...names],
  kGroups.map((group) => [
    group,
    ...outcomes.map(({ groups }) => (groups[group] ? share(groups[group]) : '-')),
  ]),
)}

## Options that were shown early

Not counted here: every collector of this table answers. Where one does not, a page that is left has final bytes without a number;
the worker, for some seconds, or the next visit within \`timing.slackMs\` asks for it (\`tests/browser/library/option.test.ts\`).

## Does the time tell?

Arrival minus drawn time: medians of answered / silent visits; then the distance of the two distributions over the
bound that it passes in 1 % of all measurements if they are the same (Kolmogorov and Smirnov). Above 1: they differ.

${table(
  ['', ...names],
  [
    ['with the worker', ...outcomes.map(({ lateness }) => times(lateness.worker))],
    ['without', ...outcomes.map(({ lateness }) => times(lateness.none))],
  ],
)}

## Does the disk tell?

Records with the id of the report, in IndexedDB and \`localStorage\`, while it waits and after it was sent; then how
often the bytes of the id stand in the files of the profile, on average. Each for answered / silent visits.

${table(
  ['', ...names],
  [
    ['records while it waits', ...outcomes.map(({ disk }) => records(disk?.waiting))],
    ['in files while it waits', ...outcomes.map(({ disk }) => copies(disk?.waiting))],
    ['records after sending', ...outcomes.map(({ disk }) => records(disk?.sent))],
    ['in files after sending', ...outcomes.map(({ disk }) => copies(disk?.sent))],
  ],
)}
${killed.length ? describeKills(killed) : ''}${complaints.length ? `\n## Complaints\n\n${counted(complaints)}\n` : ''}`;
}

function describeKills(killed: readonly (Kills & { readonly name: string })[]): string {
  const line = (what: string, show: (one: Kills) => string | number) => [what, ...killed.map(show)];
  return `
## A browser that is killed

One profile each, started again after each kill. A page decides and answers every 60 ms until the main process of
the browser is killed: up to 1.5 s after the page has opened its bandit, or, every third time, after its address was
opened. Every second page has the worker. The response window is 300 ms. A last page spends what the budget still
pays for and sends what waits. An answer whose window was open at the kill counts as silence.

${table(
  ['', ...killed.map(({ name }) => name)],
  [
    line('kills / before the page had begun', ({ kills, early }) => `${kills} / ${early}`),
    line('decisions that killed pages spoke of', ({ decisions }) => decisions),
    line('reports that the budget pays for', ({ allowed }) => allowed),
    line('paid by killed pages / in the end', (one) => `${one.paidByKilled} / ${one.paid}`),
    line('arrived', ({ arrived }) => arrived),
    line('sent again', ({ repeated }) => repeated),
    line(
      'answers taken before the kill that arrived',
      (one) => `${one.survived} of ${one.answers}`,
    ),
    line('ids that no ledger paid for', ({ broken }) => broken.unpaid),
    line('ids with two bodies', ({ broken }) => broken.twoBodies),
    line('counted twice', ({ broken }) => broken.countedTwice),
    line('starts that found less spent than before', ({ broken }) => broken.fell),
    line('spends that a page was told of and the ledger forgot', ({ broken }) => broken.forgotten),
    line('paid, but missing', ({ broken }) => broken.missing),
  ],
)}
`;
}
