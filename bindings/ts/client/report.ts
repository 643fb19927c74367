// What a page may show of a report.
import { type Core, type ReportFields, readFields } from './core.js';
import type { PrivateTrace, Report } from './types.js';

/**
 * The report that this body is: its fields are read back from it, so they show what is really sent.
 */
export function describeReport(
  core: Core,
  body: string,
  fields: ReportFields = readFields(body),
): Report {
  const { id, snapshot } = fields;
  return {
    id,
    snapshot,
    body: new TextEncoder().encode(body),
    fields: core.describe?.(fields) ?? describe(fields),
  };
}

/** What a mechanism released is randomised; every other field is the same whatever the feedback. */
function describe(fields: ReportFields): Report['fields'] {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    visibility: name === 'bit' || name === 'noisy' ? 'randomized' : 'public',
    value,
  }));
}

export function privateTrace({ input, noise }: ReturnType<Core['trace']>): PrivateTrace {
  return {
    input,
    noise,
    toJSON(): never {
      // It holds what must not leave this page.
      throw new TypeError('A private trace must not be serialised.');
    },
  };
}
