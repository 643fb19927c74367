import { collector } from '$lib/server/collector.js';

/** For every method, since there are no others in this file. */
export async function fallback({ request }) {
  return (await collector()).fetch(request);
}
