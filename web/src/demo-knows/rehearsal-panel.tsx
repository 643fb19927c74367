/** BEHIND THE SCENES on the first page: ten thousand visitors in two seconds, and what they were shown. */
import { computed, signal } from '@preact/signals';
import { BeliefBar } from '../server/belief-bar.js';
import { POSTERS } from '../shared/experiment.js';
import { countText, epsilonText, shareText } from '../shared/format.js';
import { ZoneTitle } from '../shared/zone.js';
import { COMPARED, type Rehearsed, SHOWN, UNFLIPPED, VISITORS } from './rehearsal-terms.js';
import { BEST_ARM, TRUTH } from './truth.js';

/** The newest step by level; empty before the first run. */
const steps = signal<ReadonlyMap<number, Rehearsed>>(new Map());
const worker = signal<Worker | null>(null);
const failure = signal('');
const shown = computed(() => steps.value.get(SHOWN) ?? null);
const isOver = (step: Rehearsed | undefined) => step?.visitors === VISITORS;

function start(): void {
  steps.value = new Map();
  failure.value = '';
  const running = new Worker(new URL('./rehearsal.worker.ts', import.meta.url), { type: 'module' });
  worker.value = running;
  running.onmessage = ({ data }: MessageEvent<Rehearsed | null>) => {
    if (data) steps.value = new Map(steps.value).set(data.epsilon, data);
    else stop();
  };
  running.onerror = (event) => {
    event.preventDefault();
    failure.value = event.message || 'its Worker could not start';
    stop();
  };
}

function stop(): void {
  worker.value?.terminate();
  worker.value = null;
}

export function RehearsalPanel() {
  const isRunning = worker.value !== null;
  return (
    <>
      <ZoneTitle zone="demo" />
      <div class="rehearsal">
        <div>
          <h3>Run 10,000 visitors</h3>
          <p>
            A new site that knows nothing yet. Each visitor is simulated, answers by the true shares
            below, and sends one randomised report at ε = 1.
          </p>
          <div class="answers needs-script">
            <button type="button" class="primary" onClick={isRunning ? stop : start}>
              {isRunning ? 'Cancel' : 'Run 10,000 visitors'}
            </button>
            <progress
              max={VISITORS * (COMPARED.length + 1)}
              value={[...steps.value.values()].reduce((sum, { visitors }) => sum + visitors, 0)}
              aria-label="Simulated visits"
            />
          </div>
          <p class="rehearsal-said" role="status">
            <Said />
          </p>
        </div>
        <Learnt />
        <Shares />
      </div>
    </>
  );
}

function Said() {
  const step = shown.value;
  if (failure.value) return <>The simulation stopped: {failure.value}.</>;
  if (!step || !isOver(step)) return null;
  const reader = steps.value.get(UNFLIPPED);
  return (
    <>
      <b>{countText(step.best)} of 10,000</b> visitors were shown the best option,{' '}
      {POSTERS[BEST_ARM]?.name}. Random choice: about {countText(VISITORS / TRUTH.length)}.
      {reader && isOver(reader) && ` A server that reads every answer: ${countText(reader.best)}.`}
    </>
  );
}

function Learnt() {
  const step = shown.value;
  return (
    <table class="beliefs">
      <caption>
        Would go, percent <span class="fine">line: truth · dot: what the server learnt</span>
      </caption>
      <tbody>
        {POSTERS.map(({ id, name }, option) => {
          const truth = TRUTH[option] ?? 0;
          const belief = step?.known[option] ?? { mean: null, halfWidth: null };
          return (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td class="belief-cell">
                <BeliefBar belief={belief} truth={truth} />
              </td>
              <td class="belief-number">
                {shareText(truth)}
                <span class="next">{belief.mean === null ? '?' : shareText(belief.mean)}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** How many were shown the best option, beside chance and beside a server that reads every answer. */
function Shares() {
  const rows: readonly (readonly [string, number | null])[] = [
    ['Random choice', 1 / TRUTH.length],
    ...[0.5, SHOWN, 4, UNFLIPPED].map((epsilon) => {
      const step = steps.value.get(epsilon);
      const word = epsilon === UNFLIPPED ? 'Not private' : `Private, ε = ${epsilonText(epsilon)}`;
      return [word, step ? step.best / step.visitors : null] as const;
    }),
  ];
  return (
    <table class="shares">
      <caption>Visitors shown the best option</caption>
      <tbody>
        {rows.map(([word, share]) => (
          <tr key={word}>
            <th scope="row">{word}</th>
            <td class="shares-bar">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect class="shares-all" width="100" height="10" />
                <rect class="shares-best" width={100 * (share ?? 0)} height="10" />
              </svg>
            </td>
            <td class="shares-number">{share === null ? '–' : `${shareText(share)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
