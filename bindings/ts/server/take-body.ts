/** One body for an experiment, and its answer, whatever the host reads bodies with. */
import type { ExperimentService } from './experiment.js';
import { type Problem, type ProblemCode, problemOf } from './problem.js';
import type { Reporter } from './reporter.js';
import type { Arrival } from './types/index.js';

/** Failures of the collector's own: the request did nothing wrong. */
const OWN_FAULT: ReadonlySet<ProblemCode> = new Set([
  'internal',
  'store_conflict',
  'store_unavailable',
]);

/** Told about every body; calls `describe` only if there is a reader. */
export type Arrived = (describe: () => Arrival) => void;

/** An answer, before the host makes a response of it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const ACCEPTED = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/**
 * Resolves once the reports of the body are durable, or refused. Never rejects.
 *
 * @param body At most `experiment.maxBodyBytes` bytes.
 */
export async function takeBody(
  experiment: ExperimentService,
  body: Uint8Array,
  reporter: Reporter,
  arrived: Arrived,
): Promise<Answer | Problem> {
  const name = experiment.manifest.experiment;
  let accepted = 0;
  let answer: Answer | Problem;
  try {
    const result = await experiment.receive(body);
    accepted = result.accepted;
    answer = { status: 202, headers: ACCEPTED, body: JSON.stringify(result) };
  } catch (error) {
    const refusal = problemOf(error);
    if (OWN_FAULT.has(refusal.code))
      reporter.failed(error, { experiment: name, operation: 'receive' });
    else reporter.refused(refusal, name);
    answer = refusal;
  }
  arrived(() => ({
    at: Date.now(),
    experiment: name,
    body,
    accepted: accepted > 0,
    reports: accepted,
    status: answer.status,
  }));
  return answer;
}
