/** Which route a path names, wherever the collector is mounted. */

/** Last segments that name a route; an experiment of such a name could not be told from it. */
export const ROUTE_NAMES: readonly string[] = ['healthz', 'reports', 'snapshot'];

/** What the collector serves is at the end of a path; what stands before is the mount. */
const ROUTE = /^(.*?)(\/[^/]+\/(?:reports|snapshot)|\/(?!(?:reports|snapshot)$)[^/]+)$/;

/**
 * The route at the end of a path, e.g. `/headlines/reports`, or null. The mount before it must be `basePath` or the
 * end of it, because routers strip none, some or all of it before they hand a request on. Without a `basePath`
 * the mount is not compared.
 */
export function routeIn(pathname: string, basePath: string): string | null {
  const [, mount = '', route] = ROUTE.exec(pathname) ?? [];
  if (route === undefined || !(basePath === '' || basePath.endsWith(mount))) return null;
  return route;
}

/** The first segment of a route: the name of an experiment, or `healthz`. */
export function nameIn(route: string): string {
  const [, name = ''] = route.split('/');
  return name;
}
