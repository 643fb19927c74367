/**
 * Refusals as `application/problem+json` (RFC 9457). A refusal says what was wrong with a request,
 * never what was in it: error texts end up in logs, and a log must not become a second, unprotected
 * copy of the reports.
 */
import { LdpError } from '../internal/errors.js';

/** The member `code` of a problem, and the HTTP status that goes with it. */
const STATUS = {
  report_rejected: 400,
  not_found: 404,
  unknown_experiment: 404,
  method_not_allowed: 405,
  stale_snapshot: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  internal: 500,
  store_conflict: 500,
  disposed: 503,
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

/**
 * @param detail A sentence for people, free of anything that the request said.
 * @param members Extension members, e.g. the `parameter` that is wrong.
 */
export function problem(
  code: ProblemCode,
  detail: string,
  members: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  const status = STATUS[code];
  const body = { type: 'about:blank', title: TITLE[status], status, code, detail, ...members };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
      ...headers,
    },
  });
}

/** The problem that an error stands for. Unknown errors say nothing about themselves. */
export function problemOf(error: unknown): Response {
  if (!LdpError.is(error)) return problem('internal', 'The collector failed.');
  const { parameter, accepts } = error.details;
  switch (error.code) {
    case 'report_rejected':
      return problem('report_rejected', error.message, { parameter });
    case 'store_conflict':
      return accepts === undefined
        ? problem('store_conflict', error.message)
        : problem('stale_snapshot', 'The report names a snapshot outside the accepted range.', {
            parameter,
            accepts,
          });
    case 'disposed':
      return problem('disposed', 'The collector has been shut down.');
    case 'transport':
      return problem('store_unavailable', 'The store did not take the reports. Try again.');
    default:
      return problem('internal', 'The collector failed.');
  }
}
