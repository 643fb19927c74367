/** Reports, publications and readings that the cases share. */
import type { AggregateStore, BatchItem, Epoch, Publication } from '../store.js';
import { equal } from './expect.js';

export const SCHEMA = 'test/1 arms=2';
/** Number of sums of an epoch. Of no round size: the last chunk of a store that keeps chunks is short. */
export const SIZE = 2500;
export const DEMO: Epoch = { experiment: 'demo', snapshot: 1 };

/** 16 bytes in base64url, as devices draw them: others for each text of at most 16 Latin letters. */
export function idOf(text: string): string {
  return base64url(text.padEnd(16).slice(0, 16));
}

/** @param bytes A character a byte. */
export function base64url(bytes: string): string {
  return btoa(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

type Term = readonly [index: number, value: bigint];

export const item = (text: string, ...terms: readonly Term[]): BatchItem =>
  itemOf(idOf(text), SIZE, terms);

export function itemOf(id: string, size: number, terms: readonly Term[]): BatchItem {
  return {
    id,
    delta: {
      schema: SCHEMA,
      size,
      indices: Uint32Array.from(terms, ([index]) => index),
      values: BigInt64Array.from(terms, ([, value]) => value),
    },
  };
}

export function publication(
  snapshot: number,
  open = 0,
  folded = 0,
  text = `state ${snapshot}`,
): Publication {
  return { snapshot, open, folded, revision: `of ${text}`, state: new TextEncoder().encode(text) };
}

export const textOf = ({ state }: Publication): string => new TextDecoder().decode(state);

/** A store that has published snapshot 1 of `demo`. */
export async function published(
  create: () => AggregateStore | Promise<AggregateStore>,
): Promise<AggregateStore> {
  const store = await create();
  equal(await store.publish('demo', null, publication(1)), true, 'the first publication');
  return store;
}

/** What `read` says, as number of reports and the sums that are not zero. */
export async function sumsOf(store: AggregateStore, epoch = DEMO, size = SIZE) {
  const statistics = await store.read(epoch);
  if (statistics === null) return null;
  equal(statistics.schema, SCHEMA, 'schema of the sums');
  equal(statistics.sums.length, size, 'number of sums');
  const sums: Record<number, bigint> = {};
  for (const [index, value] of statistics.sums.entries()) if (value !== 0n) sums[index] = value;
  return { reports: statistics.reports, sums };
}
