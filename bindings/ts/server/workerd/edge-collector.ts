/**
 * A collector for hosts of the edge. Their scripts may do nothing at the top level: no random values, no timers,
 * no asynchronous work. They compile no bytes either: wasm comes as a module that was compiled when the script
 * was uploaded.
 */
import createModule from '../../generated/learner-glue.mjs';
import { invalidArgument, requireFunction, requireRecord } from '../../internal/checks.js';
import { LdpError } from '../../internal/errors.js';
import { withGlue } from '../../internal/glue.js';
import { instantiate, isModule } from '../../internal/instantiate.js';
import { startCollector } from '../collector.js';
import { answerFrom, lazily, notStarted } from '../lazy.js';
import type { LearnerModule } from '../learner-module.js';
import { problem } from '../problem.js';
import type { Collector, CollectorOptions } from '../types/index.js';
import { type ObjectClass, objectClass } from './collector-object.js';
import { type CollectorNamespace, pickObject, requireObjects } from './forward.js';

const start = withGlue<LearnerModule>(createModule);

export interface EdgeCollectorOptions extends CollectorOptions {
  /** The default export of `ldp-bandits/learner.wasm`. */
  readonly wasm: WebAssembly.Module;
}

export interface EdgeHostOptions<Env> {
  /**
   * The binding of {@link EdgeCollector.DurableObject}. The collector then runs in Durable Objects, and the Worker
   * passes requests on. Required on Cloudflare, which stops the work of a request when that request has been
   * answered, also where other requests wait for it: for a group of reports, or a snapshot.
   */
  readonly namespace?: (env: Env) => CollectorNamespace;
  /** Over how many objects requests are spread, 1 to 256, default 1. Each takes about 1,000 requests a second. */
  readonly objects?: number;
}

export interface EdgeCollector<Env> {
  /** For `export default { fetch: collector.fetch }`, and for route handlers. */
  readonly fetch: (request: Request, env: Env) => Promise<Response>;
  /** The class that the script exports where `namespace` is given; it hosts one collector. */
  readonly DurableObject: ObjectClass<Env>;
}

/**
 * May be called at the top level of a script: everything else happens at the first request. A collector that cannot
 * start answers 503 and says why; the next request tries again.
 *
 * @param options Called with the bindings (`env`) when the collector starts.
 * @throws LdpError `invalid_argument`.
 */
export function createEdgeCollector<Env = unknown>(
  options: (env: Env) => EdgeCollectorOptions | Promise<EdgeCollectorOptions>,
  host: EdgeHostOptions<Env> = {},
): EdgeCollector<Env> {
  const optionsFor = requireFunction('options', options);
  requireRecord('host', host, ['namespace', 'objects']);
  const count = requireObjects(host.objects);
  const { namespace } = host;
  if (namespace !== undefined) requireFunction('host.namespace', namespace);
  const start = async (env: Env) => startEdgeCollector(await optionsFor(env));

  let here: (() => Promise<Collector>) | undefined;
  const answerHere = async (request: Request, env: Env) => {
    if (isCloudflare()) return problem('unavailable', NEEDS_OBJECT).response;
    here ??= lazily(() => start(env));
    return answerFrom(here, request);
  };
  const fetch = (request: Request, env: Env) =>
    namespace === undefined
      ? answerHere(request, env)
      : passOn(request, () => pickObject(namespace, env, count));
  return { fetch, DurableObject: objectClass(start) };
}

const NEEDS_OBJECT =
  'On Cloudflare the collector runs in a Durable Object. Pass `namespace`, the binding of its class, to createEdgeCollector.';

/** Where the work of a request ends with it, while other requests wait for that work for ever. */
function isCloudflare(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

async function startEdgeCollector(options: EdgeCollectorOptions): Promise<Collector> {
  const { wasm } = requireRecord('options', options);
  if (!isModule(wasm)) {
    const reason =
      "must be a compiled module: import wasm from 'ldp-bandits/learner.wasm', with the suffix ?module in Next";
    throw invalidArgument('wasm', wasm, reason);
  }
  return startCollector(options, () => instantiate(start, wasm, () => wasm));
}

async function passOn(
  request: Request,
  pick: () => { fetch(request: Request): Promise<Response> },
): Promise<Response> {
  try {
    return await pick().fetch(request);
  } catch (error) {
    if (LdpError.is(error, 'invalid_argument')) return notStarted(error);
    // A new version was uploaded, or the object moved. What it has acknowledged is in the store.
    return problem('unavailable', 'The collector restarts. Send it again later.').response;
  }
}
