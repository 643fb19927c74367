// Flags of a page on the core of the components: one draw a page, which counts when the flag is first evaluated.
import type { PlacementStatus } from '../components/index.js';
import type { Bandits, Placement } from '../components/types.js';
import { invalidArgument, requireRecord } from '../internal/checks.js';
import type { ArmAlgorithm, BanditFlag, BanditFlagTable } from './types.js';

export interface Evaluated<Value> {
  readonly value: Value;
  readonly variant: string;
  readonly status: PlacementStatus;
}

interface Entry<Value> {
  readonly flag: BanditFlag<Value>;
  readonly variants: readonly (readonly [name: string, value: Value])[];
  readonly placement: Placement<ArmAlgorithm>;
}

export class BanditFlags<Value> {
  readonly #entries: ReadonlyMap<string, Entry<Value>>;
  #stops: (() => void)[] = [];

  /** @throws LdpError `invalid_argument`. */
  constructor(bandits: Bandits, flags: BanditFlagTable<Value>) {
    const table = requireRecord('flags', flags) as BanditFlagTable<Value>;
    this.#entries = new Map(
      Object.entries(table).map(([key, flag]) => {
        const variants = Object.entries(flag.variants);
        const path = `flags.${key}.variants`;
        const { arms = variants.length } = flag.algorithm as { readonly arms?: number };
        if (variants.length !== arms)
          throw invalidArgument(path, variants.length, `must be one of each of the ${arms} arms`);
        const number = variants.find(([name]) => /^\d+$/.test(name));
        // JavaScript would put it before the others.
        if (number) throw invalidArgument(path, number[0], 'must have names that are no numbers');
        const { algorithm, sticky } = flag;
        const options = { fallback: 0, ...(sticky && { sticky }) };
        return [key, { flag, variants, placement: bandits.placement(key, algorithm, options) }];
      }),
    );
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * Draws the variant of each flag, and calls `changed` for each that becomes known. Resolves when each is known, or
   * will not be; on a server at once.
   */
  async open(changed: () => void = () => {}): Promise<void> {
    if (typeof document === 'undefined') return;
    const known = [...this.#entries.values()].map(({ placement }) => {
      return new Promise<void>((resolve) => {
        const isKnown = () => placement.getSnapshot().status !== 'loading';
        let known = isKnown();
        if (known) resolve();
        const stop = placement.subscribe(() => {
          if (known || !isKnown()) return;
          known = true;
          resolve();
          changed();
        });
        this.#stops.push(stop);
      });
    });
    await Promise.all(known);
  }

  /** Undefined while the variant is not known, and where it never will be. The first time, its decision opens. */
  evaluate(key: string): Evaluated<Value> | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const { placement, variants } = entry;
    placement.expose();
    const { status, action } = placement.getSnapshot();
    const variant = variants[action as number];
    if (status === 'loading' || status === 'failed' || !variant) return undefined;
    return { variant: variant[0], value: variant[1], status };
  }

  errorOf(key: string): Error | undefined {
    return this.#entries.get(key)?.placement.getSnapshot().error;
  }

  /** @param value of the event; undefined: 1. */
  answer(event: string, value: unknown): void {
    for (const { flag, placement } of this.#entries.values()) {
      if (flag.event === event) void placement.reward((value ?? 1) as number);
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}
