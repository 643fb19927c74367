// What a bandit needs of the half that draws, chooses and randomises, whichever family of
// algorithms it belongs to.
import { LdpError } from '../internal/errors.js';
import type { Early } from './early.js';
import type { BestArmStatus, Report, Spend, WithheldReason } from './types.js';

export type Cost = Spend & { readonly rho: number };

export interface Core {
  /** Of one report, from the integers that the mechanism really uses. */
  readonly cost: Cost;

  /**
   * Reads a collector's snapshot and decides from it from now on. Throws `manifest_mismatch`; the
   * one in use then stays.
   */
  use(snapshot: unknown): {
    readonly id: number;
    readonly reports: number;
    readonly forgeries?: number | null;
    readonly best?: BestArmStatus;
    readonly ended?: boolean;
  };
  /**
   * A context that is none gives a decision all the same, with its `problem`: whether there is a
   * report must not tell what a visitor is like. Throws `invalid_argument` where the algorithm takes
   * no context; `insecure_randomness`.
   */
  choose(context: readonly unknown[], maxDelayMs: number): Drawn;
  /**
   * The feedback as `report` and `trace` take it. Throws `invalid_argument`, with the place and
   * without the value.
   */
  read(feedback: unknown, drawn: Drawn): Feedback;
  /** The feedback that a decision without an answer stands for. */
  silence(drawn: Drawn): Feedback;
  /**
   * The same decision with fresh noise for an answer. `sealed` stays as it is. Undefined without
   * secure randomness.
   */
  redraw(sealed: Uint8Array): Uint8Array | undefined;
  /**
   * What `sealed` was to a decision of these public fields, with fresh noise: for an answer on
   * another page. Absent: the report names more than an arm, or less.
   */
  reopen?(fields: ReportFields): Uint8Array;
  /** The report for a finite feedback, with what is in `sealed`, which is used up. */
  report(sealed: Uint8Array, feedback: Feedback): string;
  /** What goes into the report of `feedback`, and the noise in `sealed`. For inspection. */
  trace(
    sealed: Uint8Array,
    feedback: Feedback,
  ): { readonly input: unknown; readonly noise: unknown };
  /** The fields of a report as a page may show them. Absent: `bit` and `noisy` are randomised. */
  describe?(fields: ReportFields): Report['fields'];
  dispose(): void;
}

/** One number, or one for each arm of a slate, or each point that has a loss. */
export type Feedback = number | Float64Array;

/** The fields of a report body, in the order of the bytes. */
export interface ReportFields {
  readonly v: 1;
  readonly id: string;
  readonly snapshot: number;
  readonly [name: string]: string | number | readonly number[];
}

/** A decision whose noise is drawn and whose neutral report is ready. */
export interface Drawn {
  /** What one report needs of this decision, with its noise: opaque. Wiped by `report`. */
  readonly sealed: Uint8Array;
  /** An arm, a slate, a point of a convex set, or two of them. */
  readonly action: number | Uint32Array | Float64Array | readonly [Float64Array, Float64Array];
  /** The arm that the report is about; -1 if it names none, or several. */
  readonly reported: number;
  /** Feature rows that were longer than allowed. */
  readonly rescaled: number;
  readonly offline: boolean;
  /** What was wrong with the context. The report is then about no features. */
  readonly problem?: LdpError;
  /** Why the snapshot lets no report leave. Absent: it does not. */
  readonly withheld?: WithheldReason | undefined;
  /** Uniform in 0..maxDelayMs, drawn like the noise before any feedback exists. */
  readonly delayMs: number;
  /**
   * The neutral report, canonical JSON in ASCII. A string, because short ones are far cheaper to
   * allocate than bytes.
   */
  readonly body: string;
  readonly fields: ReportFields;
  /** It was shown before the newest snapshot was there: body and fields have 0 for its number. */
  readonly early?: Pick<Early, 'kept' | 'coin'>;
}

/** Without the value: it is private, and errors end up in logs. */
export function refused(parameter: string, reason: string): LdpError<'invalid_argument'> {
  return new LdpError('invalid_argument', `${parameter}: ${reason}`, {
    details: { parameter, reason },
  });
}

/** Of algorithms that choose without context. */
export function refuseContext(context: readonly unknown[]): void {
  if (context.length > 0) throw refused('context', 'this algorithm takes none');
}

/** One finite number, of `feedback` or of a place in it. */
export function readNumber(value: unknown, parameter = 'feedback'): number {
  if (Number.isFinite(value)) return value as number;
  throw refused(parameter, 'must be a finite number');
}

export function readFields(body: string): ReportFields {
  return JSON.parse(body) as ReportFields;
}
