/** What a collector does without the objects of the Fetch API: see serve-at.ts. */
import { type Experiments, shutDown } from './experiments.js';
import { asksForSnapshot, digestOfBoth } from './manifest-with-snapshot.js';
import { problem, problemOf } from './problem.js';
import type { Reporter } from './reporter.js';
import { routeIn } from './route-path.js';
import { UNKNOWN } from './routes.js';
import type { DirectDocuments, DirectReports, Handler } from './serve-at.js';
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
      if (experiments.gone) return problemOf(shutDown());
      // Looked up now: it may have gone while the body arrived, and a slow sender must not hold an operator back.
      const service = experiments.serving.get(name);
      if (!service) return problem('unknown_experiment', UNKNOWN);
      return experiments.track(takeBody(service, body, reporter, arrived));
    },
  };
}

const DOCUMENT = /^\/([^/?]+)([/?]snapshot)?$/;

export function directDocuments({
  experiments,
  basePath,
  origins,
  handler,
}: {
  readonly experiments: Experiments;
  readonly basePath: string;
  readonly origins: readonly string[];
  readonly handler: Handler;
}): DirectDocuments {
  const serving = (name = '') => (experiments.closed ? undefined : experiments.serving.get(name));
  return {
    origins,
    find(pathname, search) {
      const route = routeIn(pathname, basePath);
      const [, name, snapshot] = DOCUMENT.exec(route ?? '') ?? [];
      if (!serving(name)) return null;
      return snapshot === undefined && asksForSnapshot(search) ? `${route}?snapshot` : route;
    },
    async digest(route) {
      const [, name, snapshot] = DOCUMENT.exec(route) ?? [];
      const service = serving(name);
      if (!service) return null;
      const { manifest } = service;
      if (snapshot === undefined) return manifest.digest;
      const { digest } = await experiments.track(service.served());
      return snapshot === '/snapshot' ? digest : digestOfBoth(manifest.digest, digest);
    },
    fetch: (route, headers) =>
      handler(new Request(`https://collector.invalid${route}`, { headers }), ''),
  };
}
