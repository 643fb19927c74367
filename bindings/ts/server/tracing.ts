/** Scripts of a page that trace requests add headers to reports: one id for all requests of a visit. */

declare const process: { readonly env: { readonly NODE_ENV?: string } } | undefined;

const HEADERS = [
  'sentry-trace',
  'baggage',
  'traceparent',
  'tracestate',
  'b3',
  'x-b3-traceid',
  'x-datadog-trace-id',
  'newrelic',
  'elastic-apm-traceparent',
  'uber-trace-id',
];

/**
 * The headers of tracing that a report carries, by name: their values are read by nothing here. None outside
 * development: there the visitors would lose their reports to it, and proxies add such headers, too.
 */
export function tracingHeaders(headers: Pick<Headers, 'has'>): readonly string[] {
  return isDevelopment() ? HEADERS.filter((name) => headers.has(name)) : [];
}

function isDevelopment(): boolean {
  return typeof process === 'object' && process.env?.NODE_ENV === 'development';
}

export const adviceOnTracing = (names: readonly string[]): string =>
  `The report carries ${names.join(', ')}: a script of the page that traces requests gives one id to all requests of a visit. Exclude this address from it (docs/guides/install.md). Only in development is such a report refused.`;
