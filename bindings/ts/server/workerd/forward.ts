/** Which Durable Object answers a request. */
import { invalidArgument, requireInteger } from '../../internal/checks.js';

/** A binding to the class of the collector's Durable Objects (`env.COLLECTOR`). */
export interface CollectorNamespace {
  idFromName(name: string): unknown;
  get(id: never): { fetch(request: Request): Promise<Response> };
}

const MOST_OBJECTS = 256;

export function requireObjects(value: unknown): number {
  return value === undefined ? 1 : requireInteger('host.objects', value, 1, MOST_OBJECTS);
}

/**
 * Any of them: they share their store, and none keeps what another needs.
 *
 * @throws LdpError `invalid_argument` where the binding is missing.
 */
export function pickObject(namespace: CollectorNamespace, count: number) {
  if (typeof namespace?.idFromName !== 'function') {
    const reason = 'must give the binding of a class of Durable Objects: is it in wrangler.toml?';
    throw invalidArgument('host.namespace', namespace, reason);
  }
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return namespace.get(namespace.idFromName(`collector ${random % count}`) as never);
}
