// A decision about an arm that was chosen elsewhere from a public snapshot.
import { requireInteger, requireRecord } from '../internal/validate.js';
import { type Core, type Drawn, readFields } from './core.js';
import { LARGEST_ID } from './snapshot.js';
import type { Picked } from './types.js';

/**
 * What `core.choose` would have drawn, had it come to this arm from this snapshot: id, delay and both
 * noises are as fresh. The ticket of an assignment is ignored, because it would link the report to the
 * request for the page. Throws `invalid_argument`, `insecure_randomness`.
 */
export function adopted(core: Core, chosen: unknown, arms: number, maxDelayMs: number): Drawn {
  const given = requireRecord('chosen', chosen);
  const arm = requireInteger('chosen.action', given['arm'] ?? given['action'], 0, arms - 1);
  const snapshot = requireInteger('chosen.snapshot', given['snapshot'], 0, LARGEST_ID);
  const drawn = core.choose([], maxDelayMs);
  const reopen = () => core.reopen?.({ ...drawn.fields, arm, snapshot }) as Uint8Array;
  const body = core.report(reopen(), core.silence(drawn));
  return {
    ...drawn,
    sealed: reopen(),
    action: arm,
    reported: arm,
    offline: !snapshot,
    withheld: given['withheld'] as Picked['withheld'],
    body,
    fields: readFields(body),
  };
}
