// What the cores of families with a module of their own do alike. The core of multi-armed bandits
// repeats some of it in fewer bytes: every page downloads that one.
import { type Cost, type Drawn, readFields } from './core.js';
import type { Flag, PageModule } from './page-module.js';
import { DELAY, ModuleRecord, POLICY } from './record.js';

export interface FamilyModule extends PageModule {
  redraw(client: number): Flag;
  sealed(size: number): number;
}

/** Layout of the record; bindings/page.hpp asserts the same numbers. */
const SEALED = 64;
const BODY = 72;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export abstract class FamilyCore<M extends FamilyModule> {
  readonly cost: Cost;
  protected readonly record: ModuleRecord<M>;

  /** `records` say what the client is. Throws what the module has against them. */
  constructor(module: M, records: readonly ArrayLike<number>[]) {
    this.record = new ModuleRecord(module, records);
    this.cost = this.record.cost();
  }

  redraw(sealed: Uint8Array): Uint8Array | undefined {
    this.putSealed(sealed);
    const isDrawn = this.record.call((module, client) => module.redraw(client));
    return isDrawn ? this.takeSealed() : undefined;
  }

  dispose(): void {
    this.record.dispose();
  }

  /** Moves the decision that was drawn last out of the module. */
  protected takeSealed(): Uint8Array {
    const held = this.record.bytesAt(SEALED);
    const sealed = held.slice();
    held.fill(0);
    return sealed;
  }

  /** Puts a decision where the next call takes it. */
  protected putSealed(sealed: Uint8Array): void {
    const address = this.record.call((module) => module.sealed(sealed.length));
    this.record.at(address, sealed.length).set(sealed);
  }

  /** Throws the error that the call leaves if it says no. */
  protected require(run: (module: M, client: number) => Flag): void {
    if (!this.record.call(run)) throw this.record.error();
  }

  /** The decision that the module has just drawn; `reported` is the arm of its report, if any. */
  protected drawn(action: Drawn['action']): Mutable<Drawn> {
    const body = this.record.textAt(BODY);
    const fields = readFields(body);
    return {
      sealed: this.takeSealed(),
      action,
      reported: (fields['arm'] as number | undefined) ?? -1,
      rescaled: 0,
      offline: this.record.word(POLICY) === 1,
      delayMs: this.record.word(DELAY),
      body,
      fields,
    };
  }

  /** The report that `run` writes with what is in `sealed`, which is used up. */
  protected reportWith(sealed: Uint8Array, run: (module: M, client: number) => Flag): string {
    this.putSealed(sealed);
    sealed.fill(0);
    this.require(run);
    return this.record.textAt(BODY);
  }
}
