/** Puts a collector together: options, wasm, experiments, routes, tap. */
import { LdpError } from '../internal/errors.js';
import { invalidArgument, requireSignal } from '../internal/validate.js';
import { createAssigner } from './assigner.js';
import { Broadcast, TAP_LIMITS } from './broadcast.js';
import { ExperimentService } from './experiment.js';
import { GroupCommit } from './group-commit.js';
import { guardedStore } from './guarded-store.js';
import { loadLearnerModule } from './learner.js';
import { checkOptions } from './options.js';
import { problemOf } from './problem.js';
import { Reporter } from './reporter.js';
import { readResults } from './results.js';
import { nameIn, routeIn } from './route-path.js';
import { createRoutes } from './routes.js';
import { type Handler, rememberHandler } from './serve-at.js';
import type { Arrival, Collector, CollectorOptions, SnapshotInfo } from './types.js';
import type { View } from './view.js';

const shutDown = () => new LdpError('disposed', 'The collector has been disposed.');

/**
 * The server half: one fetch handler that takes reports and gives out snapshots.
 *
 * @throws LdpError `invalid_argument` (an option), `wasm_not_found`, `wasm_blocked_by_csp`,
 *   `store_conflict` (the store holds a state of another experiment, or a damaged one: nothing is
 *   overwritten), `transport` (the store failed); `options.signal.reason` on abort.
 */
export async function createCollector(options: CollectorOptions): Promise<Collector> {
  const checked = checkOptions(options);
  const { signal, basePath } = checked;
  const reporter = new Reporter(checked.onError);
  const store = guardedStore(checked.store, checked.storeDeadlineMs, reporter);
  const module = await loadLearnerModule(checked.wasm);
  const commits = new GroupCommit(store, checked.maxIdsPerEpoch);
  const experiments = new Map<string, ExperimentService>();
  const close = async () => {
    await commits.settled();
    await Promise.all([...experiments.values()].map((experiment) => experiment.close()));
  };
  try {
    const { publishEvery, retention, now, maxReportsPerBody } = checked;
    const shared = { publishEvery, retention, now, maxReportsPerBody, store, commits, reporter };
    for (const described of checked.experiments) {
      const setup = { ...described, ...shared };
      experiments.set(described.name, new ExperimentService(module, setup));
    }
    await Promise.all(
      [...experiments].map(([name, experiment]) =>
        experiment.start(async () => checked.initialState(name)),
      ),
    );
    signal?.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }

  const tap = new Broadcast<Arrival>(TAP_LIMITS, ({ body }) => body.length);
  const routes = createRoutes({
    experiments,
    origins: checked.cors,
    basePath,
    reporter,
    arrived: (describe) => {
      if (tap.observed) tap.write(describe());
    },
  });

  let closed: Promise<void> | null = null;
  const underway = new Set<Promise<unknown>>();
  const dispose = () => {
    closed ??= (async () => {
      signal?.removeEventListener('abort', dispose);
      await Promise.allSettled(underway);
      tap.end();
      await close();
    })();
    return closed;
  };
  const track = <T>(work: Promise<T>): Promise<T> => {
    underway.add(work);
    const done = () => underway.delete(work);
    work.then(done, done);
    return work;
  };
  const find = (name: string): ExperimentService => {
    if (closed) throw shutDown();
    const experiment = experiments.get(name);
    if (!experiment) throw invalidArgument('experiment', name, 'is not an experiment of this one');
    return experiment;
  };
  const handle: Handler = (request, mount = basePath) => {
    if (closed) return Promise.resolve(problemOf(shutDown()).response);
    const path = routeIn(new URL(request.url).pathname, mount);
    return track(routes(request, path ?? '/'));
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
    manifest: (name) => find(name).manifest,
    snapshot: async (name) => snapshotInfo(await track(find(name).current())),
    results: async (name) => {
      const experiment = find(name);
      return readResults((await track(experiment.current())).body, experiment.manifest.labels);
    },
    end: async (name) => snapshotInfo(await track(find(name).setEnded(true))),
    resume: async (name) => snapshotInfo(await track(find(name).setEnded(false))),
    export: async (name) => track(find(name).export()),
    assigner: (name, assignerOptions) => {
      const service = find(name);
      const current = async () => track(find(name).current());
      const assigner = createAssigner(module, service.experiment, current, assignerOptions);
      service.assign();
      return assigner;
    },
    tap: (tapOptions = {}) => tap.read(requireSignal('signal', tapOptions.signal)),
    dispose: () => dispose(),
    [Symbol.asyncDispose]: () => dispose(),
  };
  const owns = (pathname: string) => {
    if (basePath !== '' && pathname.startsWith(`${basePath}/`)) return true;
    const name = nameIn(routeIn(pathname, basePath) ?? '');
    return name === 'healthz' || experiments.has(name);
  };
  rememberHandler(collector, { handler: handle, owns });
  signal?.addEventListener('abort', dispose, { once: true });
  return collector;
}

function snapshotInfo({ snapshot, reports, digest, header }: View): SnapshotInfo {
  return { id: snapshot, reports, digest, forgeries: header.forgeries };
}
