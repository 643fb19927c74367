// What differs between families of algorithms: the terms that a page can pin, and the core.
import type { Loaded, WasmSource } from '../internal/instantiate.js';
import type { CompleteSpec } from '../internal/validate.js';
import type { Core } from './core.js';
import type { Pinned } from './manifest.js';
import type { Manifest } from './types.js';

/** Where the module of a family comes from if the page does not say. */
export type Embedded = () => Loaded | Promise<Loaded>;

export interface Family {
  readonly protects: Manifest['protects'];
  /** An action is one arm, drawn by shares that follow from the snapshot. Absent: it is not. */
  readonly hasShares?: true;
  /** A spec with its defaults. Throws `invalid_argument`. */
  complete(spec: unknown): CompleteSpec;
  /**
   * What the page pins, with what it leaves to the manifest; both are complete. Absent: nothing is left.
   * Throws `manifest_mismatch`.
   */
  agree?(pinned: CompleteSpec, offered: CompleteSpec): CompleteSpec;
  /** How many arms a complete spec has, where that is no parameter of its own. */
  arms?(spec: CompleteSpec): number;
  /**
   * Loads the module. The core that it then makes throws `invalid_argument`, or `manifest_mismatch`
   * if a report costs more than what is pinned.
   */
  load(
    wasm: WasmSource | undefined,
    embedded: Embedded,
    pinned: CompleteSpec,
  ): Promise<(pinned: Pinned) => Core>;
}
