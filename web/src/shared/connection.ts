/**
 * Finds the collector: in the Service Worker, or in this page where there is none. The page keeps
 * working either way, and says which.
 */
import { type Connection, connectCollector } from 'ldp-bandits/server/service-worker';
import { COLLECT_PATH } from './experiment.js';
import { hasDatabase } from './has-database.js';
import { siteRoot } from './site.js';

export type { Connection };

export function connect(signal: AbortSignal): Promise<Connection> {
  const root = siteRoot();
  return connectCollector({
    script: new URL(import.meta.env.DEV ? 'sw.ts' : 'sw.js', root),
    type: import.meta.env.DEV ? 'module' : 'classic',
    scope: root,
    basePath: COLLECT_PATH,
    fallback: async () => {
      const { createDemoCollector } = await import('../server/collector.js');
      return createDemoCollector(await hasDatabase());
    },
    signal,
  });
}
