/** One press of a Run button: some specs, played one after the other, and all that is known of them. */
import { signal } from '@preact/signals';
import type {
  SimulationEvent,
  SimulationResult,
  SimulationSpec,
  Simulator,
} from 'ldp-bandits/simulation';

export interface NamedSpec {
  readonly name: string;
  readonly spec: SimulationSpec;
}

export interface NamedResult {
  readonly name: string;
  readonly result: SimulationResult;
}

export type JobState = 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';

export interface Progress {
  /** Rounds of all runs, replicates and specs. */
  readonly done: number;
  readonly total: number;
  /** Trials that have reached the horizon, of every run and spec. */
  readonly replicates: number;
  readonly allReplicates: number;
  readonly etaMs: number | null;
}

export class Job {
  readonly title: string;
  readonly specs: readonly NamedSpec[];
  readonly state = signal<JobState>('waiting');
  readonly progress;
  /** Final ones, and at the end of the list a partial one while a spec is under way or was cancelled. */
  readonly results = signal<readonly NamedResult[]>([]);
  readonly error = signal<unknown>(null);
  /** Milliseconds of work, once it is done. */
  tookMs = 0;
  readonly #abort = new AbortController();
  #startedAt = 0;

  constructor(title: string, specs: readonly NamedSpec[]) {
    this.title = title;
    this.specs = specs;
    this.progress = signal<Progress>({
      done: 0,
      total: specs.reduce((sum, { spec }) => sum + roundsOf(spec), 0),
      replicates: 0,
      allReplicates: specs.reduce((sum, { spec }) => sum + trialsOf(spec), 0),
      etaMs: null,
    });
  }

  get partial(): boolean {
    const { value } = this.results;
    return value.length < this.specs.length || value.some(({ result }) => result.partial);
  }

  /** Keeps what is known. */
  cancel(): void {
    this.#abort.abort(new DOMException('The visitor pressed Cancel.', 'AbortError'));
    if (this.state.value === 'waiting') this.state.value = 'cancelled';
  }

  /** Never rejects: the state and `error` say how it ended. */
  async play(open: () => Promise<Simulator>): Promise<void> {
    if (this.state.value !== 'waiting') return;
    this.state.value = 'running';
    try {
      const simulator = await open();
      this.#startedAt = performance.now();
      for (const named of this.specs) await this.#playOne(simulator, named);
      this.tookMs = performance.now() - this.#startedAt;
      this.state.value = 'done';
    } catch (error) {
      if (this.#abort.signal.aborted) {
        this.state.value = 'cancelled';
        return;
      }
      this.error.value = error;
      this.state.value = 'failed';
    }
  }

  async #playOne(simulator: Simulator, { name, spec }: NamedSpec): Promise<void> {
    this.#abort.signal.throwIfAborted();
    const finished = this.results.value;
    const before = this.progress.value;
    const run = simulator.run(spec, { signal: this.#abort.signal });
    const show = (result: SimulationResult) => {
      this.results.value = [...finished, { name, result }];
    };
    try {
      for await (const event of run) {
        if (event.type === 'curves') show(event.result);
        else this.#advance(before, event);
      }
      show(await run.result);
      this.#advance(before, { done: roundsOf(spec), finished: trialsOf(spec), etaMs: 0 });
    } catch (error) {
      if (run.latest?.curves.some(({ t }) => t.length > 0)) show(run.latest);
      throw error;
    }
  }

  /** One spec asks the simulator, which knows best; several are told from the speed so far. */
  #advance(before: Progress, event: Pick<ProgressEvent, 'done' | 'finished' | 'etaMs'>): void {
    const done = before.done + event.done;
    const tookMs = performance.now() - this.#startedAt;
    const own = done > 0 && tookMs > 500 ? ((before.total - done) * tookMs) / done : null;
    this.progress.value = {
      ...before,
      done,
      replicates: before.replicates + event.finished,
      etaMs: this.specs.length === 1 ? event.etaMs : own,
    };
  }
}

type ProgressEvent = Extract<SimulationEvent, { type: 'progress' }>;

const trialsOf = ({ replicates, runs }: SimulationSpec) => replicates * runs.length;

export function roundsOf({ horizon, replicates, runs }: SimulationSpec): number {
  return horizon * replicates * runs.length;
}
