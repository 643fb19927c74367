// The core of multi-armed bandits: a choice without context, a report of one bit or one integer.

import { experimentRecord, snapshotRecord } from '../generated/catalog-multi-armed.js';
import { bytesOf } from '../internal/list.js';
import type { Experiment } from '../internal/validate.js';
import type { Core, Cost, Drawn, ReportFields } from './core.js';
import { readNumber, refused } from './core.js';
import type { Flag, PageModule } from './page-module.js';
import { DELAY, deviceTerms, ModuleRecord, OWN, POLICY } from './record.js';
import { parseSnapshot, type Snapshot } from './snapshot.js';
import type { Spend } from './types.js';

/** What bindings/arm_device.hpp exports. */
export interface ClientModule extends PageModule {
  setSnapshot(client: number): Flag;
  choose(client: number, maxDelayMs: number): number;
  report(client: number, feedback: number): number;
  noise(): number;
  redraw(client: number): Flag;
  reopen(client: number, arm: number, level: number, snapshot: number): Flag;
}

/** Layout of the record; bindings/arm_device.hpp asserts the same numbers. */
const SEALED = OWN;
const BODY = OWN + 64;

/**
 * What JSON.parse makes of a canonical body of this family (src/protocol/arm_report.hpp), in a fifth of
 * its time: every choose() does it.
 */
function readArmFields(body: string) {
  const id = body.slice(13, 35);
  let at = 35;
  /** The integer behind `skipped` characters. */
  const next = (skipped: number) => {
    const from = at + skipped;
    const comma = body.indexOf(',', from);
    at = comma < 0 ? body.length - 1 : comma;
    return Number(body.slice(from, at));
  };
  const snapshot = next(13);
  const arm = next(7);
  const level = next(9);
  const isBit = body[at + 2] === 'b';
  const value = next(isBit ? 7 : 9);
  return isBit
    ? ({ v: 1, id, snapshot, arm, level, bit: value } as const)
    : ({ v: 1, id, snapshot, arm, level, noisy: value } as const);
}

export class MultiArmedCore implements Core {
  readonly cost: Cost;
  readonly #record: ModuleRecord<ClientModule>;
  readonly #experiment: Experiment;
  readonly #name: string;

  /**
   * `name` is that of the experiment. Throws `invalid_argument`, or `manifest_mismatch` if every
   * level exceeds the epsilon of `pinned`, or the experiment's delta exceeds its delta.
   */
  constructor(module: ClientModule, name: string, experiment: Experiment, pinned: Spend) {
    this.#name = name;
    this.#experiment = experiment;
    this.#record = new ModuleRecord(module, [
      ...experimentRecord(experiment),
      ...deviceTerms(experiment, pinned),
    ]);
    this.cost = this.#record.cost();
  }

  use(value: unknown): Snapshot {
    const snapshot = parseSnapshot(value, this.#name, this.#experiment);
    this.setSnapshot(snapshot);
    return snapshot;
  }

  setSnapshot(snapshot: Snapshot): void {
    const { module, client } = this.#record;
    const accepted = this.#record.call(() => {
      this.#record.write(snapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
    if (!accepted) throw this.#record.error();
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    if (context.length > 0) throw refused('context', 'this algorithm takes none');
    const body = this.#body((module, client) => module.choose(client, maxDelayMs));
    const fields = readArmFields(body);
    const { arm } = fields;
    return {
      sealed: this.#takeSealed(),
      action: arm,
      reported: arm,
      rescaled: 0,
      offline: this.#record.word(POLICY) === 1,
      delayMs: this.#record.word(DELAY),
      body,
      fields,
    };
  }

  read(feedback: unknown): number {
    return readNumber(feedback);
  }

  silence(): number {
    return this.#experiment.neutral;
  }

  redraw(sealed: Uint8Array): Uint8Array | undefined {
    this.#putSealed(sealed);
    const { module, client } = this.#record;
    const isDrawn = this.#record.call(() => module.redraw(client));
    const fresh = this.#takeSealed();
    return isDrawn ? fresh : undefined;
  }

  reopen({ id, snapshot, arm, level }: ReportFields): Uint8Array {
    this.#putSealed(bytesOf(atob(id.replaceAll('-', '+').replaceAll('_', '/'))));
    const { module, client } = this.#record;
    const reopened = this.#record.call(() =>
      module.reopen(client, arm as number, level as number, snapshot),
    );
    if (!reopened) throw this.#record.error();
    return this.#takeSealed();
  }

  report(sealed: Uint8Array, feedback: number): string {
    this.#putSealed(sealed);
    sealed.fill(0);
    try {
      return this.#body((module, client) => module.report(client, feedback));
    } finally {
      this.#takeSealed().fill(0);
    }
  }

  /** The noise: the coin in [0, 1), or what is added, in units of the reward. */
  trace(sealed: Uint8Array, feedback: number): { readonly input: number; readonly noise: number } {
    this.#putSealed(sealed);
    const noise = this.#record.module.noise();
    this.#takeSealed().fill(0);
    return { input: feedback, noise };
  }

  dispose(): void {
    this.#record.dispose();
  }

  /** The report that a call leaves behind. */
  #body(run: (module: ClientModule, client: number) => number): string {
    const { module, client } = this.#record;
    const size = this.#record.call(() => run(module, client));
    if (size === 0) throw this.#record.error();
    return this.#record.text(BODY, size);
  }

  #putSealed(sealed: Uint8Array): void {
    this.#record.put(SEALED, sealed);
  }

  /** Moves the sealed decision out of the record. */
  #takeSealed(): Uint8Array {
    return this.#record.take(SEALED, BODY - SEALED);
  }
}
