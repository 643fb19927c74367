/**
 * A run that can be paused and stepped. Rounds are played up to a milestone, then to the next one, twice as
 * far; a pause keeps the last milestone. Every milestone plays all of its rounds again: the same seed gives
 * the same bits, so nothing is lost but the time of one run.
 */
import { computed, signal } from '@preact/signals';
import type { SimulationResult, SimulationSpec } from 'ldp-bandits/simulation';
import { Job } from '../runs/job.js';
import { enqueue } from '../runs/queue.js';

export type PlaybackState = 'ready' | 'running' | 'paused' | 'done' | 'failed';

const FIRST_MILESTONE = 500;

export class Playback {
  readonly spec: SimulationSpec;
  readonly state = signal<PlaybackState>('ready');
  /** All replicates up to the last milestone. */
  readonly reached = signal<SimulationResult | null>(null);
  readonly job = signal<Job | null>(null);
  /** The whole result, known before it is played: the same seed gives the same bits. */
  readonly known = signal<SimulationResult | null>(null);
  /** What to draw: the milestone, or further if the first replicates of the next have come further. */
  readonly shown = computed(() => {
    const [known, reached] = [this.known.value, this.reached.value];
    const isRefuted = this.state.value === 'done' && reached?.digest !== known?.digest;
    return known && !isRefuted ? known : further(reached, this.job.value);
  });
  readonly #milestones: readonly number[];
  #next = 0;
  #pausing = false;

  /** @param known as the build has it */
  constructor(spec: SimulationSpec, known: SimulationResult | null = null) {
    this.spec = spec;
    this.known.value = known;
    this.#milestones = milestonesOf(spec.horizon);
  }

  get round(): number {
    return this.#milestones[this.#next - 1] ?? 0;
  }

  /** How far the next step leads. */
  get nextRound(): number {
    return this.#milestones[this.#next] ?? this.spec.horizon;
  }

  async run(): Promise<void> {
    if (this.state.value === 'running') return;
    this.#pausing = false;
    this.state.value = 'running';
    while (!this.#pausing && this.#next < this.#milestones.length) {
      if (!(await this.#playNext())) return;
    }
    this.#rest();
  }

  async step(): Promise<void> {
    if (this.state.value === 'running') return;
    this.known.value = null;
    this.#pausing = true;
    this.state.value = 'running';
    if (await this.#playNext()) this.#rest();
  }

  pause(): void {
    if (this.state.value !== 'running') return;
    this.known.value = null;
    this.#pausing = true;
    this.job.value?.cancel();
  }

  #rest(): void {
    this.state.value = this.#next === this.#milestones.length ? 'done' : 'paused';
  }

  async #playNext(): Promise<boolean> {
    const horizon = this.nextRound;
    const job = new Job('The playground', [{ name: 'playground', spec: upTo(this.spec, horizon) }]);
    this.job.value = job;
    await enqueue(job);
    if (job.state.value === 'done') {
      this.reached.value = job.results.value[0]?.result ?? null;
      this.#next += 1;
      return true;
    }
    this.state.value = job.state.value === 'failed' ? 'failed' : 'paused';
    return false;
  }
}

/** Doubling up to the horizon: the last costs as much as all before it. */
function milestonesOf(horizon: number): readonly number[] {
  const milestones = [horizon];
  for (let at = Math.ceil(horizon / 2); at >= FIRST_MILESTONE; at = Math.ceil(at / 2)) {
    milestones.unshift(at);
  }
  return milestones;
}

/** The same run, ended earlier. */
function upTo(spec: SimulationSpec, horizon: number): SimulationSpec {
  if (horizon === spec.horizon) return spec;
  const { record } = spec;
  if (record === undefined || !('times' in record)) return { ...spec, horizon };
  const times = record.times.filter((time) => time < horizon);
  return { ...spec, horizon, record: { times: [...times, horizon] } };
}

function further(reached: SimulationResult | null, job: Job | null): SimulationResult | null {
  const coming = job?.results.value[0]?.result;
  if (!coming || job.state.value !== 'running') return reached;
  const from = reached?.spec.horizon ?? 0;
  const isFurther = coming.curves.every(({ t }) => (t.at(-1) ?? 0) > from);
  return isFurther ? coming : reached;
}
