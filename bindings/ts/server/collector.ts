/** Puts a collector together: options, wasm, experiments, routes, tap. */
import { bootstrapOf } from '../internal/bootstrap.js';
import type { WasmSource } from '../internal/instantiate.js';
import { invalidArgument, requireRecord, requireSignal } from '../internal/validate.js';
import { createAssigner } from './assigner.js';
import { Broadcast, TAP_LIMITS } from './broadcast.js';
import { withCodebook } from './codebook.js';
import { directDocuments, directReports } from './direct.js';
import { Experiments, shutDown } from './experiments.js';
import { guardedStore } from './guarded-store.js';
import { Waiting } from './intake.js';
import type { LearnerModule } from './learner-module.js';
import { checkOptions, describeChecked } from './options.js';
import { problemOf } from './problem.js';
import { Reporter } from './reporter.js';
import { nameIn, routeIn } from './route-path.js';
import { createRoutes } from './routes.js';
import { type Handler, rememberHandler } from './serve-at.js';
import type { Arrived } from './take-body.js';
import type { Arrival, Collector, CollectorOptions, SnapshotInfo } from './types/index.js';
import type { View } from './view.js';

/**
 * `createCollector`, wherever its wasm comes from.
 *
 * @param load Compiles what the option `wasm` names. Entries that carry no copy of the module give another one.
 * @throws As `createCollector`.
 */
export async function startCollector(
  options: CollectorOptions,
  load: (wasm: WasmSource | undefined) => Promise<LearnerModule>,
): Promise<Collector> {
  const checked = checkOptions(options);
  const { signal, basePath } = checked;
  const reporter = new Reporter(checked.onError);
  const store = guardedStore(checked.store, checked.storeDeadlineMs, reporter);
  const module = await load(checked.wasm);
  const { publishEvery, retention, now, maxReportsPerBody, maxIdsPerEpoch } = checked;
  const { lookEveryMs } = checked;
  const limits = { publishEvery, retention, maxReportsPerBody, maxIdsPerEpoch, lookEveryMs };
  const waiting = new Waiting();
  const experiments = new Experiments({
    module,
    shared: { ...limits, now, store, waiting, reporter },
    describe: (name, described) =>
      withCodebook(module, describeChecked(name, described, retention)),
    initialState: checked.initialState,
  });
  const close = () => experiments.close();
  try {
    await experiments.begin(
      checked.experiments.map((one) => ({ ...withCodebook(module, one), name: one.name })),
    );
    signal?.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }

  const tap = new Broadcast<Arrival>(TAP_LIMITS, ({ body }) => body.length);
  const arrived: Arrived = (describe) => {
    if (tap.observed) tap.write(describe());
  };
  const place = { experiments, basePath, origins: checked.cors, reporter };
  const reports = directReports({ ...place, arrived });
  const routes = createRoutes({ ...place, take: reports.take });

  const requests = new Set<Promise<Response>>();
  let closed: Promise<void> | null = null;
  const dispose = () => {
    closed ??= (async () => {
      signal?.removeEventListener('abort', dispose);
      await experiments.close(() => Promise.allSettled(requests));
      tap.end();
    })();
    return closed;
  };
  const { find, track } = bound(experiments);
  const handle: Handler = (request, mount = basePath) => {
    if (experiments.closed) return Promise.resolve(problemOf(shutDown()).response);
    const path = routeIn(new URL(request.url).pathname, mount);
    const answer = routes(request, path ?? '/');
    requests.add(answer);
    const answered = () => requests.delete(answer);
    answer.then(answered, answered);
    return answer;
  };

  const collector: Collector = {
    fetch: async (request) => {
      // Some hosts have a Request of their own, so no instanceof.
      if (typeof request?.url !== 'string' || typeof request.method !== 'string') {
        throw invalidArgument('request', request, 'must be a Request');
      }
      if (!URL.canParse(request.url)) {
        // Not the value: it is a visitor's.
        const hint = 'must be a Request; toNodeHandler of ldp-bandits/node takes those of Node';
        throw invalidArgument('request', 'one without a host', hint);
      }
      return handle(request);
    },
    experiments: () => [...experiments.serving.keys()],
    define: (name, described) => experiments.define(name, described),
    remove: (name) => experiments.remove(name),
    reset: async (name, described) => snapshotInfo(await experiments.reset(name, described)),
    archive: (name) => experiments.archive(name),
    manifest: (name) => find(name).manifest,
    snapshot: async (name) => snapshotInfo(await track(find(name).current())),
    bootstrap: async (names) => {
      const services = requireNames(names).map((name) => [name, find(name)] as const);
      const asked = now(); // before the snapshots: they may be newer, and never older
      const entries = services.map(async ([name, service]) => {
        const { body } = await track(service.served());
        const snapshot: object = JSON.parse(new TextDecoder().decode(body));
        return [name, { manifest: service.manifest, snapshot }] as const;
      });
      return bootstrapOf(asked, await Promise.all(entries));
    },
    results: async (name, given = {}) => {
      const service = find(name);
      const { control } = requireRecord('options', given, ['control']);
      return track(service.results(control));
    },
    end: async (name, given = {}) => {
      const service = find(name);
      const { answer } = requireRecord('options', given, ['answer']);
      return snapshotInfo(await track(service.setEnded(true, answer)));
    },
    resume: async (name) => snapshotInfo(await track(find(name).setEnded(false))),
    export: async (name) => track(find(name).export()),
    assigner: (name, assignerOptions) => {
      const { experiment, manifest } = find(name);
      const terms = JSON.stringify(manifest.algorithm);
      const current = async () => {
        const service = find(name);
        if (JSON.stringify(service.manifest.algorithm) !== terms) {
          const reason = 'has another algorithm by now: ask for another assigner';
          throw invalidArgument('experiment', name, reason);
        }
        service.assign();
        return track(service.current());
      };
      const assigner = createAssigner(module, experiment, current, assignerOptions);
      find(name).assign();
      return assigner;
    },
    tap: (tapOptions = {}) => tap.read(requireSignal('signal', tapOptions.signal)),
    dispose: () => dispose(),
    [Symbol.asyncDispose]: () => dispose(),
  };
  const owns = (pathname: string) => {
    if (basePath !== '' && pathname.startsWith(`${basePath}/`)) return true;
    const name = nameIn(routeIn(pathname, basePath) ?? '');
    return name === 'healthz' || experiments.serving.has(name);
  };
  const documents = directDocuments({ ...place, handler: handle });
  const queue = () => waiting.bodies;
  rememberHandler(collector, { handler: handle, owns, reports, documents, queue });
  signal?.addEventListener('abort', dispose, { once: true });
  return collector;
}

function requireNames<Name>(names: readonly Name[]): readonly Name[] {
  if (Array.isArray(names) && names.length > 0) return names;
  throw invalidArgument('names', names, 'must be a list of experiments, with one at least');
}

function bound(experiments: Experiments) {
  return {
    find: (name: string) => experiments.find(name),
    track: <T>(work: Promise<T>) => experiments.track(work),
  };
}

function snapshotInfo({ snapshot, reports, digest, header }: View): SnapshotInfo {
  return { id: snapshot, reports, digest, forgeries: header.forgeries };
}
