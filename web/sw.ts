/** The collector, in the site's Service Worker: the same handler that a Node server would run. */
import { installCollector } from 'ldp-bandits/server/service-worker';
import { createDemoCollector } from './src/server/collector.js';
import { COLLECT_PATH } from './src/shared/experiment.js';

installCollector(self, () => createDemoCollector(), { basePath: COLLECT_PATH });
