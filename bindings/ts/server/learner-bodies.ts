/** Reads request bodies by the wasm learner. */
import { type CoreError, type LdpError, toLdpError } from '../internal/errors.js';
import type { AnyWasmLearner } from './learner-create.js';
import type { Scratch } from './learner-scratch.js';
import type { BatchItem } from './store.js';

/** The reports of one request body that name the same snapshot. */
export interface Decoded {
  readonly snapshot: number;
  readonly items: readonly BatchItem[];
}

/** One request body. */
export interface DecodedBody {
  readonly epochs: readonly Decoded[];
  /** Why it is refused; it has no reports then. */
  readonly error: LdpError | null;
}

/** Of an id: 16 bytes in base64url. */
const ID_LENGTH = 22;

/**
 * What each body holds, or why it is refused. Adds nothing.
 *
 * @param sums What the sums of the experiment are called, and how many there are.
 */
export function decodeBodies(
  wasm: AnyWasmLearner,
  scratch: Scratch,
  sums: { readonly schema: string; readonly size: number },
  bodies: readonly Uint8Array[],
): DecodedBody[] {
  const { schema, size } = sums;
  wasm.decode(bodies.length, scratch.writeBodies(bodies));
  const counts = wasm.counts().slice();
  const ids = new TextDecoder().decode(wasm.ids());
  const snapshots = wasm.snapshots().slice();
  const ends = wasm.ends().slice();
  const indices = wasm.indices().slice();
  const values = BigInt64Array.from(wasm.values(), BigInt);
  let next = 0;
  const item = (): BatchItem => {
    const start = next === 0 ? 0 : (ends[next - 1] as number);
    const end = ends[next] as number;
    const id = ids.slice(next * ID_LENGTH, ++next * ID_LENGTH);
    const terms = {
      indices: indices.subarray(start, end),
      values: values.subarray(start, end),
    };
    return { id, delta: { schema, size, ...terms } };
  };
  return bodies.map((_, i) => {
    const count = counts[i] as number;
    if (count < 0) return { epochs: [], error: toLdpError(wasm.refusal(i) as CoreError) };
    const found: { readonly snapshot: number; readonly items: BatchItem[] }[] = [];
    for (let k = 0; k < count; k++) {
      const snapshot = snapshots[next] as number;
      const same = found.find((epoch) => epoch.snapshot === snapshot);
      if (same) same.items.push(item());
      else found.push({ snapshot, items: [item()] });
    }
    return { epochs: found, error: null };
  });
}
