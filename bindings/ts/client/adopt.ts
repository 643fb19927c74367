// A decision about an arm that was chosen elsewhere from a public snapshot.
import {
  invalidArgument,
  requireInteger,
  requireOneOf,
  requireRecord,
} from '../internal/validate.js';
import { type Core, type Drawn, readFields } from './core.js';
import { LARGEST_ID } from './snapshot.js';
import type { Picked } from './types.js';

const KNOWN = ['action', 'arm', 'snapshot', 'withheld', 'ticket', 'key'];

interface Read {
  readonly arm: number;
  readonly snapshot: number;
  readonly withheld?: 'forced' | 'experiment_ended';
}

/** The arm that `core` would choose, without a decision. */
export function picked(core: Core): Picked {
  const { action, fields, sealed, withheld } = core.choose([], 0);
  sealed.fill(0);
  const isEnded = withheld === 'experiment_ended';
  return {
    action: action as number,
    snapshot: fields.snapshot,
    ...(isEnded && { withheld: 'experiment_ended' }),
  };
}

/**
 * Reads a pick or an assignment; its ticket is ignored, because it would link the report to the request
 * for the page. Throws `invalid_argument`.
 */
export function readAdopted(value: unknown, arms: number): Read {
  const given = requireRecord('chosen', value, KNOWN);
  const name = given['arm'] === undefined ? 'action' : 'arm';
  if (given['arm'] !== undefined && given['action'] !== undefined)
    throw invalidArgument('chosen.arm', given['arm'], 'stands beside action: give one of them');
  const { withheld } = given;
  return {
    arm: requireInteger(`chosen.${name}`, given[name], 0, arms - 1),
    snapshot: requireInteger('chosen.snapshot', given['snapshot'], 0, LARGEST_ID),
    ...(withheld !== undefined && {
      withheld: requireOneOf('chosen.withheld', withheld, ['forced', 'experiment_ended']),
    }),
  };
}

/**
 * What `core.choose` would have drawn, had it come to this arm from this snapshot: id, delay and both
 * noises are as fresh. Throws `insecure_randomness`.
 */
export function adopted(core: Core, { withheld, ...public_ }: Read, maxDelayMs: number): Drawn {
  const { withheld: _, ...drawn } = core.choose([], maxDelayMs);
  drawn.sealed.fill(0); // about another arm
  const reopen = () => core.reopen?.({ ...drawn.fields, ...public_ }) as Uint8Array;
  const body = core.report(reopen(), core.silence(drawn));
  return {
    ...drawn,
    sealed: reopen(),
    action: public_.arm,
    reported: public_.arm,
    offline: public_.snapshot === 0,
    body,
    fields: readFields(body),
    ...(withheld && { withheld }),
  };
}
