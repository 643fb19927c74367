/** The learner's module with the copy of its wasm that the package carries. */
import createModule from '../generated/learner-glue.mjs';
import { packedWasm } from '../generated/learner-wasm.js';
import { withGlue } from '../internal/glue.js';
import { instantiate, type WasmSource } from '../internal/instantiate.js';
import { toBeRead } from '../internal/read-address.js';
import { unpack } from '../internal/unpack.js';
import type { LearnerModule } from './learner-module.js';

const start = withGlue<LearnerModule>(createModule);

/** Static, not dynamic, import of the bytes: a Service Worker may not import anything later. */
export function loadLearnerModule(source?: WasmSource): Promise<LearnerModule> {
  return instantiate(start, toBeRead(source), () => unpack(packedWasm));
}
