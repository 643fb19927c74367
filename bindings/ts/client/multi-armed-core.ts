// The core of multi-armed bandits: a choice without context, a report of one bit or one integer.
import { experimentRecord, snapshotRecord } from '../generated/catalog-multi-armed.js';
import type { Experiment } from '../internal/validate.js';
import { type Core, type Drawn, type ReportFields, readNumber, refuseContext } from './core.js';
import { FamilyCore, type FamilyModule } from './family-core.js';
import { deviceTerms } from './record.js';
import { parseSnapshot, type Snapshot } from './snapshot.js';
import type { Spend } from './types.js';

/** What bindings/client.cpp binds. */
export interface ClientModule extends FamilyModule {
  setSnapshot(client: number): boolean;
  choose(client: number, maxDelayMs: number): boolean;
  report(client: number, feedback: number): boolean;
  noise(): number;
  reopen(client: number, arm: number, level: number, snapshot: number): boolean;
}

export class MultiArmedCore extends FamilyCore<ClientModule> implements Core {
  readonly #experiment: Experiment;
  readonly #name: string;

  /**
   * `name` is that of the experiment. Throws `invalid_argument`, or `manifest_mismatch` if every
   * level exceeds the epsilon of `pinned`, or the experiment's delta exceeds its delta.
   */
  constructor(module: ClientModule, name: string, experiment: Experiment, pinned: Spend) {
    super(module, [...experimentRecord(experiment), ...deviceTerms(experiment, pinned)]);
    this.#name = name;
    this.#experiment = experiment;
  }

  use(value: unknown): Snapshot {
    const snapshot = parseSnapshot(value, this.#name, this.#experiment);
    this.setSnapshot(snapshot);
    return snapshot;
  }

  setSnapshot(snapshot: Snapshot): void {
    this.require((module, client) => {
      this.record.write(snapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    refuseContext(context);
    this.require((module, client) => module.choose(client, maxDelayMs));
    const drawn = this.drawn();
    const arm = drawn.fields['arm'] as number;
    return { ...drawn, action: arm, reported: arm };
  }

  read(feedback: unknown): number {
    return readNumber(feedback);
  }

  silence(): number {
    return this.#experiment.neutral;
  }

  reopen({ id, snapshot, arm, level }: ReportFields): Uint8Array {
    const bytes = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
    this.record.putSealed(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    this.require((module, client) =>
      module.reopen(client, arm as number, level as number, snapshot),
    );
    return this.record.takeSealed();
  }

  report(sealed: Uint8Array, feedback: number): string {
    return this.reportWith(sealed, (module, client) => module.report(client, feedback));
  }

  /** The noise: the coin in [0, 1), or what is added, in units of the reward. */
  trace(sealed: Uint8Array, feedback: number): { readonly input: number; readonly noise: number } {
    this.record.putSealed(sealed);
    return { input: feedback, noise: this.record.module.noise() };
  }
}
