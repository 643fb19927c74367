/**
 * What `collector.fetch` says of origins in an answer to a request that is no preflight.
 *
 * @param origins Exact origins that may call from elsewhere.
 */
export function crossOrigin(
  origins: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> {
  if (origins.length === 0) return {};
  const vary = { vary: 'Origin' };
  if (origin === undefined || !origins.includes(origin)) return vary;
  return { 'access-control-allow-origin': origin, ...vary };
}
