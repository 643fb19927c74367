/** What came of a run: who said yes, and what the collector learnt beside the truth. */
import { Announce } from '../../runs/announce.js';
import { CodeText } from '../../runs/code-text.js';
import { boundText } from '../../shared/bound-text.js';
import { DataTable } from '../../shared/data-table.js';
import { countText } from '../../shared/format.js';
import type { Played, Tally } from './crowd.js';
import { learntOf, type Row } from './learnt.js';
import type { Plan } from './plan.js';
import { MOST_VISITORS } from './plan.js';
import { play, type Run, run } from './run.js';

export function Outcome() {
  const { value } = run;
  if (!value) return null;
  const { plan, played, state } = value;
  const sentence = sentenceOf(value);
  return (
    <section class="outcome" aria-label="What the crowd taught">
      {state === 'running' && (
        <progress
          max={plan.visitors}
          value={played?.all.visitors ?? 0}
          aria-label="Visitors simulated"
        />
      )}
      <p>{sentence}</p>
      <Announce text={sentence} final={state !== 'running'} />
      {played && (
        <>
          <Rates plan={plan} played={played} />
          <LearntTable plan={plan} snapshot={played.snapshot} />
          {state === 'done' && <More plan={plan} played={played} />}
          <details>
            <summary>The last report and the public model</summary>
            <CodeText label="The last report" text={played.report} />
            <CodeText label="The public model" text={played.snapshot} />
          </details>
        </>
      )}
    </section>
  );
}

/** How much of what could be gained over a random choice is gained. */
const gainOf = ({ got, best, random }: Tally) =>
  best > random ? (got - random) / (best - random) : 1;

/** From this part of the possible gain on, a crowd has taught what there is to learn. */
const LEARNT = 0.8;

function sentenceOf({ plan, played, state }: Run): string {
  if (state === 'failed') return 'It cannot run: see above.';
  if (!played) return state === 'running' ? 'Loading the collector.' : 'Stopped.';
  const { all, last, snapshot } = played;
  const came = `${countText(all.visitors)} visitors`;
  if (state === 'running') return `${came} so far.`;
  if (state === 'stopped') return `Stopped after ${came}.`;
  const best = testOf(snapshot);
  if (best) {
    const wrong = best.error < 1 ? boundText(best.error) : '100%';
    return best.certified
      ? `Decided after ${came}: option ${best.answer + 1} is the best. The probability that this is wrong is at most ${wrong}.`
      : `Not decided after ${came}: option ${best.answer + 1} leads. The probability that this is wrong is at most ${wrong}.`;
  }
  const gain = gainOf(last);
  const part = `${percent(Math.max(0, gain))} of what there is to gain over ${reference(plan)}`;
  return gain >= LEARNT
    ? `Learnt: after ${came}, the page gets ${part}.`
    : `Still learning: after ${came}, the page gets ${part}.`;
}

const reference = ({ truth }: Plan) => (truth.best ? 'the middle' : 'a random choice');

/** Of a run that has not learnt enough: the way on. */
function More({ plan, played }: { plan: Plan; played: Played }) {
  const isTest = testOf(played.snapshot) !== null;
  const isEnough = isTest ? testOf(played.snapshot)?.certified : gainOf(played.last) >= LEARNT;
  const visitors = Math.min(MOST_VISITORS, 4 * plan.visitors);
  if (isEnough || visitors === plan.visitors) return null;
  return (
    <p>
      More visitors, a larger ε or larger differences would teach more.{' '}
      <button type="button" onClick={() => play({ ...plan, visitors })}>
        Simulate {countText(visitors)} visitors
      </button>
    </p>
  );
}

function testOf(snapshot: string) {
  const { best } = JSON.parse(snapshot) as {
    best?: { certified: boolean; answer: number; error: number };
  };
  return best ?? null;
}

/** Without learning, with it, and knowing everything. A test spends visitors on the answer, not on a yes. */
function Rates({ plan, played }: { plan: Plan; played: Played }) {
  if (testOf(played.snapshot)) return null;
  const { got, best, random, visitors } = played.last;
  const bars = [
    [plan.truth.best ? 'The middle' : 'Random choice', random],
    ['Private', got],
    ['Best possible', best],
  ] as const;
  return (
    <>
      <h3>Yes, among the latest visitors</h3>
      <ul class="rates">
        {bars.map(([name, sum]) => (
          <li key={name}>
            <span>{name}</span>
            <Bar part={sum / best} />
            <b>{((100 * sum) / visitors).toFixed(1)}%</b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Positions are SVG attributes: the site's policy allows no style attributes. */
function Bar({ part }: { part: number }) {
  return (
    <svg class="rate-bar" aria-hidden="true">
      <rect width={`${100 * Math.min(1, Math.max(0, part))}%`} height="100%" />
    </svg>
  );
}

/** No more rows than this: those with the largest truth. */
const MOST_ROWS = 8;

function LearntTable({ plan, snapshot }: { plan: Plan; snapshot: string }) {
  const { kind, truth, rows, isRate } = learntOf(plan, snapshot);
  const shown = [...rows].sort((a, b) => b.truth - a.truth).slice(0, MOST_ROWS);
  const inOrder = rows.filter((row) => shown.includes(row));
  const say = isRate ? percent : (value: number) => value.toFixed(2);
  const hasShares = rows.some(({ share }) => share !== undefined);
  return (
    <DataTable
      label="What the collector learnt"
      kind="numbers"
      caption="What the collector learnt, beside the truth"
      heads={[kind, truth, 'Learnt', ...(hasShares ? ['Shown next'] : [])]}
      named
      rows={inOrder.map((row) => [
        row.name,
        say(row.truth),
        learntText(row, say),
        ...(hasShares ? [row.share === undefined ? '–' : percent(row.share)] : []),
      ])}
    />
  );
}

function learntText({ learnt, halfWidth }: Row, say: (value: number) => string): string {
  if (learnt === null) return 'nothing yet';
  return halfWidth ? `${say(learnt)} ± ${say(halfWidth)}` : say(learnt);
}

function percent(part: number): string {
  const value = 100 * part;
  return `${Math.abs(value) < 10 || value > 99 ? value.toFixed(1) : Math.round(value)}%`;
}
