// What a page has sent over the wire, as it was kept by `tapWire`.
import { expect } from 'vitest';
import { complaintsOf, type Page } from './browsers.js';
import { type Sent, wireOf } from './personal.js';
import type { StaticServer } from './static-server.js';
import { ownReports } from './two-pages.js';

/** One report for each visit, and nothing but requests of this experiment, none of which left the browser. */
export async function reportsOf(
  page: Page,
  { hits }: StaticServer,
  experiment: string,
  visits: number,
): Promise<{ readonly wire: readonly Sent[]; readonly bodies: readonly string[] }> {
  const wire = await wireOf(page);
  const posts = ownReports(wire);
  expect(posts.map(({ path }) => path)).toEqual(
    Array.from({ length: visits }, () => `/collector/${experiment}/reports`),
  );
  const own = [`/collector/${experiment}`, `/collector/${experiment}/snapshot`, posts[0]?.path];
  for (const { path } of wire) expect(own).toContain(path);
  expect(hits.filter(({ path }) => path.startsWith('/collector'))).toEqual([]);
  expect(await complaintsOf(page)).toEqual([]);
  return { wire, bodies: posts.map(({ body }) => body) };
}
