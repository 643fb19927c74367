// Apart from the store, whose declarations then name no package that is not installed with this one.
import type { DBSchema } from 'idb';
import type { Head } from './store.js';

export type Key = IDBValidKey & (string | number)[];

export interface CollectorSchema extends DBSchema {
  /** Rows of version 0.1 have no revision. */
  windows: { key: string; value: Omit<Head, 'revision'> & Partial<Head> };
  states: { key: string; value: Uint8Array };
  epochs: { key: Key; value: { schema: string; size: number; reports: bigint } };
  sums: { key: Key; value: BigInt64Array };
  ids: { key: Key; value: null };
}
