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
 * @throws LdpError `invalid_argument` where the binding is missing; its parameter is the name of the binding.
 */
export function pickObject<Env>(
  namespace: (env: Env) => CollectorNamespace,
  env: Env,
  count: number,
) {
  const objects = namespace(env);
  if (typeof objects?.idFromName !== 'function') {
    const reason = 'must be the binding of a class of Durable Objects: is it in wrangler.toml?';
    throw invalidArgument(bindingOf(namespace, env), objects, reason);
  }
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return objects.get(objects.idFromName(`collector ${random % count}`) as never);
}

/** What the function reads first, as `env.NAME`. */
function bindingOf<Env>(namespace: (env: Env) => unknown, env: Env): string {
  const read: string[] = [];
  const get = (_: object, name: string | symbol) => void read.push(String(name));
  try {
    namespace(new Proxy(env as object, { get }) as Env);
  } catch {
    // It reads more of what is not there.
  }
  const [first] = read;
  return first === undefined ? 'host.namespace' : `env.${first}`;
}
