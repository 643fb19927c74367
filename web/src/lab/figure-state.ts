/** What the visitor has done with one figure: settings, the run on show, the runs that are kept. */
import { signal } from '@preact/signals';
import type { Figure, FigureMode, Paper } from 'ldp-bandits/papers';
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { Job, type NamedResult, type NamedSpec, roundsOf } from '../runs/job.js';
import { enqueue } from '../runs/queue.js';
import { estimateMs, learnSpeed } from '../runs/speed.js';

/** A run of the figure's own settings, or of others that a link brought. */
export type Settings = FigureMode | 'other';

export interface Kept {
  readonly number: number;
  readonly label: string;
  readonly settings: Settings;
  readonly seed: string;
  readonly results: readonly NamedResult[];
  /** Drawn over the run on show. */
  readonly overlay: boolean;
}

/** What a link brought; `digests` are what it promises. */
export interface Restored {
  readonly settings: Settings;
  readonly specs: readonly NamedSpec[];
  readonly digests: readonly string[];
}

export class FigureState {
  readonly paper: Paper;
  readonly figure: Figure;
  readonly seed;
  readonly settings = signal<Settings>('quick');
  readonly job = signal<Job | null>(null);
  readonly kept = signal<readonly Kept[]>([]);
  /** Brought by a link, and not played yet. */
  readonly restored = signal<Restored | null>(null);
  /** Digests that the run on show has to have, if a link promised any. */
  readonly promised = signal<readonly string[]>([]);
  /** The axis of the rounds. */
  readonly rounds = signal<'linear' | 'log'>('log');
  #count = 0;

  constructor(paper: Paper, figure: Figure) {
    this.paper = paper;
    this.figure = figure;
    this.seed = signal(seedOf(figure.specs('quick')));
    if (figure.plot.kind === 'curves') this.rounds.value = figure.plot.rounds;
  }

  get key(): string {
    return `${this.paper.id}/${this.figure.id}`;
  }

  /** With the seed of the form. */
  specs(mode: FigureMode): readonly NamedSpec[] {
    return withSeed(this.figure.specs(mode), this.seed.value);
  }

  roundsIn(mode: FigureMode): number {
    return this.figure.specs(mode).reduce((sum, { spec }) => sum + roundsOf(spec), 0);
  }

  estimate(mode: FigureMode): number | null {
    return estimateMs(this.key, this.roundsIn(mode));
  }

  /** The name under which the command knows a run with the paper's own seed. */
  known(settings: Settings): string | null {
    if (settings === 'other' || this.seed.value !== seedOf(this.figure.specs(settings)))
      return null;
    return settings === 'quick' ? `${this.key} --quick` : this.key;
  }

  run(mode: FigureMode): void {
    this.promised.value = [];
    this.#start(mode, this.specs(mode));
  }

  runRestored(): void {
    const restored = this.restored.value;
    if (!restored) return;
    this.promised.value = restored.digests;
    this.#start(restored.settings, restored.specs);
  }

  again(): void {
    const before = this.job.value;
    if (before) this.#start(this.settings.value, before.specs);
  }

  restore(specs: readonly SimulationSpec[], digests: readonly string[]): void {
    const seed = specs[0]?.seed;
    if (seed !== undefined) this.seed.value = seed;
    const settings =
      (['quick', 'full'] as const).find((mode) => sameSpecs(this.specs(mode), specs)) ?? 'other';
    const names = this.figure.specs(settings === 'full' ? 'full' : 'quick').map(({ name }) => name);
    this.restored.value = {
      settings,
      digests,
      specs: specs.map((spec, index) => ({ name: names[index] ?? `spec ${index + 1}`, spec })),
    };
  }

  /** Keeps the run on show, to compare it with the next. */
  keep(): void {
    const job = this.job.value;
    if (!job || job.results.value.length === 0) return;
    this.#count += 1;
    const run: Kept = {
      number: this.#count,
      label: `run ${this.#count}`,
      settings: this.settings.value,
      seed: seedOf(job.specs),
      results: job.results.value,
      overlay: true,
    };
    this.kept.value = [...this.kept.value, run];
  }

  change(number: number, change: Partial<Pick<Kept, 'label' | 'overlay'>>): void {
    this.kept.value = this.kept.value.map((run) =>
      run.number === number ? { ...run, ...change } : run,
    );
  }

  remove(number: number): void {
    this.kept.value = this.kept.value.filter((run) => run.number !== number);
  }

  #start(settings: Settings, specs: readonly NamedSpec[]): void {
    this.job.value?.cancel();
    this.restored.value = null;
    const job = new Job(titleOf(this.figure), specs);
    this.settings.value = settings;
    this.job.value = job;
    void enqueue(job).then(() => {
      if (settings !== 'other') learnSpeed(this.key, job);
    });
  }
}

/** "Figure 1c", or the word for what has no number in the paper. */
export function titleOf({ id }: Figure): string {
  return /^\d/.test(id) ? `Figure ${id}` : id.charAt(0).toUpperCase() + id.slice(1);
}

function seedOf(specs: readonly NamedSpec[]): string {
  return specs[0]?.spec.seed ?? '';
}

function withSeed(specs: readonly NamedSpec[], seed: string): readonly NamedSpec[] {
  return specs.map(({ name, spec }) => ({ name, spec: { ...spec, seed } }));
}

/** Key by key, since a spec that has been through a link has its keys in another order. */
function sameSpecs(named: readonly NamedSpec[], specs: readonly SimulationSpec[]): boolean {
  return (
    named.length === specs.length &&
    named.every(({ spec }, index) => ordered(spec) === ordered(specs[index]))
  );
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
