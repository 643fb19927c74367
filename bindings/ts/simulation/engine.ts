// The simulation half of the learner module, with the types that Embind cannot give.
import { catalog } from '../generated/catalog.js';
import createModule from '../generated/learner-glue.mjs';
import { type CoreError, unwrap } from '../internal/errors.js';
import { instantiate, type WasmSource } from '../internal/instantiate.js';
import { sha256 } from '../server/digest.js';
import { populationOf } from './spec.js';
import type { PolicySpec, SimulationSpec } from './types.js';
