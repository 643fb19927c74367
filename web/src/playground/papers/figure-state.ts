/** What the visitor has done with one figure: settings, the run on show, the runs that are kept. */
import { signal } from '@preact/signals';
import {
  type Choice,
  type Chosen,
  type Claim,
  chosenOf,
  claimsOf,
  type Figure,
  type FigureMode,
  type Paper,
} from 'ldp-bandits/papers';
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { Job, type NamedResult, type NamedSpec, roundsOf } from '../../runs/job.js';
import { enqueue } from '../../runs/queue.js';
import { ordered } from '../../runs/share.js';
import { estimateMs, learnSpeed, type World, worldOf } from '../../runs/speed.js';
import { figureName } from './list.js';
import { titleOf } from './titles.js';

/** A run of the figure's own settings, or of others that a link brought. */
export type Settings = FigureMode | 'other';

export interface Kept {
  readonly number: number;
  readonly label: string;
  readonly settings: Settings;
  readonly chosen: Chosen;
  readonly seed: string;
  readonly results: readonly NamedResult[];
  /** Drawn over the run on show. */
  readonly overlay: boolean;
}

/** What a link brought; `digests` are what it promises. */
export interface Restored {
  readonly settings: Settings;
  readonly chosen: Chosen;
  readonly specs: readonly NamedSpec[];
  readonly digests: readonly string[];
}

export class FigureState {
  readonly paper: Paper;
  readonly figure: Figure;
  readonly seed;
  readonly settings = signal<Settings>('quick');
  /** How the switches stand. */
  readonly chosen;
  /** How they stood when the run on show began. */
  readonly played;
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
    this.chosen = signal(chosenOf(figure));
    this.played = signal(chosenOf(figure));
    if (figure.plot.kind === 'curves') this.rounds.value = figure.plot.rounds;
  }

  get key(): string {
    return `${this.paper.id}/${this.figure.id}`;
  }

  /** In links and anchors. */
  get name(): string {
    return figureName(this.paper.id, this.figure.id);
  }

  /** Claims about what the switches say, or about what was played. */
  get claims(): readonly Claim[] {
    return claimsOf(this.figure, this.chosen.value);
  }

  /** The switches stand as they did when the run on show began. */
  get isPlayed(): boolean {
    return same(this.chosen.value, this.played.value);
  }

  choose(choice: string, option: string): void {
    this.chosen.value = { ...this.chosen.value, [choice]: option };
  }

  /** With the seed of the form. */
  specs(mode: FigureMode, chosen = this.chosen.value): readonly NamedSpec[] {
    return withSeed(this.figure.specs(mode, chosen), this.seed.value);
  }

  roundsIn(mode: FigureMode): number {
    const specs = this.figure.specs(mode, this.chosen.value);
    return specs.reduce((sum, { spec }) => sum + roundsOf(spec), 0);
  }

  estimate(mode: FigureMode): number | null {
    return estimateMs(this.speedKey, this.roundsIn(mode), this.world);
  }

  /** What kind of rounds it plays, for estimates of their time. */
  get world(): World {
    return worldOf(this.figure.specs('quick'));
  }

  /** Under which the speed of such runs is kept: a switch may choose a slow learner. */
  get speedKey(): string {
    return speedKeyOf(this.key, this.chosen.value);
  }

  /** The name under which the command knows the run on show, if it has the paper's own seed. */
  known(settings: Settings): string | null {
    const [named] = this.job.value?.specs ?? [];
    if (settings === 'other' || named?.spec.seed !== seedOf(this.figure.specs(settings)))
      return null;
    const standard = chosenOf(this.figure);
    const switches = Object.entries(this.played.value).flatMap(([choice, option]) =>
      option === standard[choice] ? [] : [` --choose ${choice}=${option}`],
    );
    return `${this.key}${settings === 'quick' ? ' --quick' : ''}${switches.join('')}`;
  }

  run(mode: FigureMode): void {
    this.promised.value = [];
    this.#start(mode, this.chosen.value, this.specs(mode));
  }

  runRestored(): void {
    const restored = this.restored.value;
    if (!restored) return;
    this.promised.value = restored.digests;
    this.#start(restored.settings, restored.chosen, restored.specs);
  }

  again(): void {
    const before = this.job.value;
    if (before) this.#start(this.settings.value, this.played.value, before.specs);
  }

  restore(specs: readonly SimulationSpec[], digests: readonly string[]): void {
    const seed = specs[0]?.seed;
    if (seed !== undefined) this.seed.value = seed;
    const found = this.#settingOf(specs);
    const { mode, chosen } = found ?? { mode: 'quick', chosen: chosenOf(this.figure) };
    if (found) this.chosen.value = chosen;
    const names = this.figure.specs(mode, chosen).map(({ name }) => name);
    this.restored.value = {
      settings: found?.mode ?? 'other',
      chosen,
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
      chosen: this.played.value,
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

  /** The button and the switches that these specs are from. */
  #settingOf(specs: readonly SimulationSpec[]) {
    const ways = (['quick', 'full'] as const).flatMap((mode) =>
      combinationsOf(this.figure.choices ?? []).map((chosen) => ({ mode, chosen })),
    );
    return ways.find(({ mode, chosen }) => sameSpecs(this.specs(mode, chosen), specs)) ?? null;
  }

  #start(settings: Settings, chosen: Chosen, specs: readonly NamedSpec[]): void {
    this.job.value?.cancel();
    this.restored.value = null;
    const job = new Job(titleOf(this.figure), specs);
    this.settings.value = settings;
    this.played.value = chosen;
    this.job.value = job;
    const key = speedKeyOf(this.key, chosen);
    void enqueue(job).then(() => {
      if (settings !== 'other') learnSpeed(key, job);
    });
  }
}

/** Every way in which switches can stand. */
function combinationsOf(choices: readonly Choice[]): readonly Chosen[] {
  return choices.reduce<readonly Chosen[]>(
    (known, { id, options }) =>
      known.flatMap((chosen) => options.map((option) => ({ ...chosen, [id]: option.id }))),
    [{}],
  );
}

const speedKeyOf = (key: string, chosen: Chosen) => [key, ...Object.values(chosen)].join(' ');

const same = (a: Chosen, b: Chosen) => Object.keys(a).every((id) => a[id] === b[id]);

function seedOf(specs: readonly NamedSpec[]): string {
  return specs[0]?.spec.seed ?? '';
}

function withSeed(specs: readonly NamedSpec[], seed: string): readonly NamedSpec[] {
  return specs.map(({ name, spec }) => ({ name, spec: { ...spec, seed } }));
}

function sameSpecs(named: readonly NamedSpec[], specs: readonly SimulationSpec[]): boolean {
  return (
    named.length === specs.length &&
    named.every(({ spec }, index) => ordered(spec) === ordered(specs[index]))
  );
}
