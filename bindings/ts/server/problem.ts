/**
 * Refusals as `application/problem+json` (RFC 9457). A refusal says what was wrong with a request and what to
 * do, never what was in it: error texts end up in logs, and a log must not become a second, unprotected
 * copy of the reports.
 */
import { LdpError } from '../internal/errors.js';

/** The member `code` of a problem, and the HTTP status that goes with it. */
const STATUS = {
  report_rejected: 400,
  tracing_headers: 400,
  not_found: 404,
  unknown_experiment: 404,
  method_not_allowed: 405,
  stale_snapshot: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  body_consumed: 500,
  internal: 500,
  store_conflict: 500,
  busy: 503,
  disposed: 503,
  epoch_full: 503,
  store_unavailable: 503,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof STATUS;

const TITLE: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  /** A sentence for people, free of anything that the request said. */
  readonly detail: string;
  /** Which field of a report is wrong. */
  readonly parameter?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A new one at each call. */
  readonly response: Response;
}

/**
 * @param detail A sentence for people that says what to do, free of anything that the request said.
 * @param members Extension members, e.g. the `parameter` that is wrong.
 */
export function problem(
  code: ProblemCode,
  detail: string,
  members: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Problem {
  const status = STATUS[code];
  const type = { type: 'about:blank', title: TITLE[status] };
  const body = JSON.stringify({ ...type, status, code, detail, ...members });
  const all = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    ...headers,
  };
  return {
    code,
    status,
    detail,
    parameter: members['parameter'],
    headers: all,
    body,
    get response() {
      return new Response(body, { status, headers: all });
    },
  };
}

/** The ids of an epoch are forgotten when it closes; reports of later decisions have room before. */
const EPOCH_FULL_RETRY_S = 60;

/** The problem that an error stands for. Unknown errors say nothing about themselves. */
export function problemOf(error: unknown): Problem {
  const failed = () =>
    problem('internal', 'The collector failed. The operator finds the cause in onError.');
  if (!LdpError.is(error)) return failed();
  const { parameter, accepts, problem: code, retryAfter } = error.details;
  if (code === 'busy') {
    const detail = 'The collector has more reports waiting than it can store. Send it again later.';
    return problem('busy', detail, {}, { 'retry-after': `${retryAfter}` });
  }
  if (code === 'epoch_full') {
    const detail =
      'The snapshot that the report names has had all the reports that the operator allows for one (maxIdsPerEpoch).';
    return problem('epoch_full', detail, {}, { 'retry-after': `${EPOCH_FULL_RETRY_S}` });
  }
  if (code === 'unknown_experiment') return problem('unknown_experiment', error.message);
  switch (error.code) {
    case 'report_rejected':
      return problem('report_rejected', error.message, { parameter });
    case 'store_conflict':
      return accepts === undefined
        ? problem('store_conflict', error.message)
        : problem(
            'stale_snapshot',
            'The report names a snapshot that takes no reports: it is too old, or not published. Drop the report.',
            { parameter, accepts },
          );
    case 'disposed':
      return problem('disposed', 'The collector has been shut down. Send it again later.');
    case 'transport':
      return problem(
        'store_unavailable',
        'The store did not take the reports. Send them again later; the operator finds the cause in onError.',
      );
    default:
      return failed();
  }
}
