// An arm that the address of the page forces, for tests.
import { isDevelopment } from './development.js';

/** Where an address may force an arm. */
export type Forced = 'development' | 'always' | 'never';

/**
 * `?ldp-<experiment>=<arm>` in an address. Undefined: none, no arm of this experiment, or not where the page is. Any
 * site can link to such an address, and a visitor who follows the link sends no report: so by default it counts in
 * development only.
 */
export function forcedArm(
  experiment: string,
  address: string | URL | undefined,
  arms: number,
  forced: Forced = 'development',
): number | undefined {
  if (forced === 'development' ? !isDevelopment() : forced !== 'always') return undefined;
  const given = address ?? (globalThis as { location?: Location }).location?.href;
  const [, search = ''] = /\?([^#]*)/.exec(String(given ?? '')) ?? [];
  const value = new URLSearchParams(search).get(`ldp-${experiment}`) ?? '';
  const arm = /^\d{1,9}$/.test(value) ? Number(value) : arms;
  return arm < arms ? arm : undefined;
}
