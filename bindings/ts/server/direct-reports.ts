/** See DirectReports. */
import { type Experiments, shutDown } from './experiments.js';
import { problem, problemOf } from './problem.js';
import type { Reporter } from './reporter.js';
import { routeIn } from './route-path.js';
import { UNKNOWN } from './routes.js';
import type { DirectReports } from './serve-at.js';
import { type Arrived, takeBody } from './take-body.js';

const REPORTS = /^\/([^/]+)\/reports$/;

export function directReports({
  experiments,
  basePath,
  origins,
  reporter,
  arrived,
}: {
  readonly experiments: Experiments;
  readonly basePath: string;
  readonly origins: readonly string[];
  readonly reporter: Reporter;
  readonly arrived: Arrived;
}): DirectReports {
  return {
    origins,
    find(pathname) {
      const [, name = ''] = REPORTS.exec(routeIn(pathname, basePath) ?? '') ?? [];
      const service = experiments.serving.get(name);
      return service && !experiments.closed ? { name, maxBodyBytes: service.maxBodyBytes } : null;
    },
    async take(name, body) {
      if (experiments.closed) return problemOf(shutDown());
      // Looked up again: it may have gone while the body arrived.
      const service = experiments.serving.get(name);
      if (!service) return problem('unknown_experiment', UNKNOWN);
      return takeBody(service, body, reporter, arrived);
    },
  };
}
