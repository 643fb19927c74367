// What a page may show of a report.
import { type ReportFields, readFields } from './core.js';
import type { PrivateTrace, Report } from './types.js';

const encoder = new TextEncoder();

/** What the mechanism released; every other field is the same whatever the feedback. */
const RANDOMIZED = ['bit', 'noisy'];

/**
 * The report that this body is: its fields are read back from it, so they show what is really sent.
 */
export function describeReport(body: string, fields: ReportFields = readFields(body)): Report {
  return {
    id: fields.id,
    snapshot: fields.snapshot,
    body: encoder.encode(body),
    fields: Object.entries(fields).map(([name, value]) => ({
      name,
      visibility: RANDOMIZED.includes(name) ? 'randomized' : 'public',
      value: value as string | number,
    })),
  };
}

export function privateTrace(input: unknown, noise: unknown): PrivateTrace {
  return {
    input,
    noise,
    toJSON(): never {
      throw new TypeError(
        'A private trace must not be serialised: it holds what must not leave this page.',
      );
    },
  };
}
