/**
 * The collector, in the site's Service Worker: the same handler that a Node server would run. And the pages that were
 * visited, for when there is no network.
 */
import { installCollector } from 'ldp-bandits/server/service-worker';
import { installShell } from './src/offline/shell.js';
import { createDemoCollector } from './src/server/collector.js';
import { COLLECT_PATH } from './src/shared/experiment.js';

declare const self: Parameters<typeof installShell>[0];
/** Set by the build. */
declare const SITE_VERSION: string | undefined;

installCollector(self, () => createDemoCollector(), { basePath: COLLECT_PATH });
// In development every file is new: nothing is kept.
if (typeof SITE_VERSION === 'string') installShell(self, SITE_VERSION, COLLECT_PATH);
