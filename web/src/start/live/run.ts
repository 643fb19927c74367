/** The plan in the editor, and the run of it: what the page shows of both. */
import { computed, signal } from '@preact/signals';
import { codeFor, type RecommendedCode } from 'ldp-bandits/recommend';
import { advice } from '../state.js';
import type { Played } from './crowd.js';
import type { FromWorker, ToWorker } from './crowd.worker.js';
import { type Plan, planOf, planText, readPlan } from './plan.js';

/** What was typed; null: the plan is that of the advice. */
export const typed = signal<string | null>(null);

const advised = computed(() => {
  const { value } = advice;
  return 'problem' in value ? null : planOf(value.situation, value.recommendation);
});

/** Null while there is no advice. */
export const text = computed(() => typed.value ?? (advised.value && planText(advised.value.plan)));

/** The crowd differs by more than the form says, and what is shown is still that crowd. */
export const isWidened = computed(() => typed.value === null && advised.value?.isWidened === true);

export const read = computed<{ readonly plan: Plan } | { readonly problem: string } | null>(() => {
  if (text.value === null) return null;
  try {
    return { plan: readPlan(text.value) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
});

/** What the library, or the crowd, has against the plan. */
export const refused = signal('');

export const problem = computed(() =>
  read.value && 'problem' in read.value ? read.value.problem : refused.value,
);

/** Of the last plan that could be read, so that code stands still while a field is typed. */
let lastCode: RecommendedCode | null = null;
/** The algorithm that the code is for. */
export const planned = computed(() => {
  const { value } = advice;
  if (read.value && 'plan' in read.value) return read.value.plan.algorithm;
  return 'problem' in value ? null : value.recommendation.algorithm;
});

export const code = computed<RecommendedCode | null>(() => {
  const { value } = advice;
  if ('problem' in value) return null;
  if (typed.value === null) lastCode = value.recommendation.code;
  else if (read.value && 'plan' in read.value) {
    const { algorithm, epsilon } = read.value.plan;
    lastCode = codeFor(algorithm, { ...value.situation, epsilon });
  }
  return lastCode;
});

export interface Run {
  readonly plan: Plan;
  readonly played: Played | null;
  readonly state: 'running' | 'stopped' | 'done' | 'failed';
}

export const run = signal<Run | null>(null);

let worker: Worker | null = null;
let waiting = 0;

/** Whether the library takes what is typed, a moment after the last letter. */
export function type(next: string): void {
  typed.value = next;
  refused.value = '';
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    if (read.value && 'plan' in read.value && run.value?.state !== 'running')
      send({ plan: read.value.plan, play: false });
  }, CHECK_AFTER_MS);
}
const CHECK_AFTER_MS = 400;

/** Back to the advice. */
export function reset(): void {
  clearTimeout(waiting);
  typed.value = null;
  refused.value = '';
}

export function play(plan: Plan): void {
  clearTimeout(waiting);
  refused.value = '';
  run.value = { plan, played: null, state: 'running' };
  send({ plan, play: true });
}

export function stop(): void {
  worker?.terminate();
  worker = null;
  if (run.value?.state === 'running') run.value = { ...run.value, state: 'stopped' };
}

/** What was playing is not worth finishing. */
function send(message: ToWorker): void {
  worker?.terminate();
  worker = new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => take(data));
  worker.addEventListener('error', () =>
    take({ type: 'failed', message: 'The crowd’s script did not load: reload the page.' }),
  );
  worker.postMessage(message);
}

function take(message: FromWorker): void {
  if (message.type === 'failed') {
    refused.value = message.message.replace('experiments.my-experiment.', '');
    if (run.value?.state === 'running') run.value = { ...run.value, state: 'failed' };
  } else if (message.type === 'played' && run.value) {
    const { played } = message;
    run.value = { ...run.value, played, state: played.isOver ? 'done' : 'running' };
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
