// What the cores of all families do alike with the module of their family.
import type { Cost } from './accounting.js';
import { type Drawn, type ReportFields, readFields } from './core.js';
import { DELAY, ModuleRecord, type PageModule, POLICY } from './record.js';
import type { Report } from './types.js';

export interface FamilyModule extends PageModule {
  redraw(client: number): boolean;
}

/** What the mechanism released; every other field is the same whatever the feedback. */
const RANDOMIZED = ['bit', 'noisy'];

export abstract class FamilyCore<M extends FamilyModule> {
  readonly cost: Cost;
  protected readonly record: ModuleRecord<M>;

  /** `records` say what the client is. Throws what the module has against them. */
  constructor(module: M, records: readonly ArrayLike<number>[]) {
    this.record = new ModuleRecord(module, records);
    this.cost = this.record.cost();
  }

  redraw(sealed: Uint8Array): Uint8Array | undefined {
    this.record.putSealed(sealed);
    const isDrawn = this.record.call((module, client) => module.redraw(client));
    return isDrawn ? this.record.takeSealed() : undefined;
  }

  describe(fields: ReportFields): Report['fields'] {
    return Object.entries(fields).map(([name, value]) => ({
      name,
      visibility: RANDOMIZED.includes(name) ? 'randomized' : 'public',
      value,
    }));
  }

  dispose(): void {
    this.record.dispose();
  }

  /** Throws the error that the call leaves if it says no. */
  protected require(run: (module: M, client: number) => boolean): void {
    if (!this.record.call(run)) throw this.record.error();
  }

  /** What every decision has, of the one that the module has just drawn. */
  protected drawn(): Omit<Drawn, 'action' | 'reported'> {
    const body = this.record.body();
    return {
      sealed: this.record.takeSealed(),
      rescaled: 0,
      offline: this.record.word(POLICY) === 1,
      delayMs: this.record.word(DELAY),
      body,
      fields: readFields(body),
    };
  }

  /** The report that `run` writes with what is in `sealed`, which is used up. */
  protected reportWith(sealed: Uint8Array, run: (module: M, client: number) => boolean): string {
    this.record.putSealed(sealed);
    sealed.fill(0);
    this.require(run);
    return this.record.body();
  }
}
