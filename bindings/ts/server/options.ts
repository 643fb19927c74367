/** The options of a collector, checked, with defaults. */
import { losses, ordered } from '../generated/worlds.js';
import {
  invalidArgument,
  requireExperimentName,
  requireFunction,
  requireInteger,
  requireNumber,
  requireRecord,
  requireSignal,
  requireString,
  requireWasm,
} from '../internal/validate.js';
import type { AnyExperiment } from './learner-module.js';
import { type Described, describeExperiment } from './manifest.js';
import { ROUTE_NAMES } from './route-path.js';
import type { CollectorOptions } from './types/index.js';

const KNOWN = [
  'experiments',
  'store',
  'basePath',
  'cors',
  'publishEvery',
  'retention',
  'maxIdsPerEpoch',
  'lookEveryMs',
  'maxReportsPerBody',
  'onError',
  'storeDeadlineMs',
  'initialState',
  'now',
  'wasm',
  'signal',
];
const STORE_METHODS = ['commit', 'read', 'head', 'latest', 'publish'];
/** kMaximumReportsPerBatch in protocol/arm_report.hpp. */
const MOST_REPORTS = 10_000;
const LONGEST_DEADLINE_MS = 600_000;
const DEFAULT_EVERY = { reports: 100, ms: 10_000 };

/** When a snapshot is due, at the earliest. Infinity: not for this reason. */
export interface PublishEvery {
  readonly reports: number;
  readonly ms: number;
}

/** @throws LdpError `invalid_argument`, naming the option; `signal.reason`. */
export function checkOptions(options: CollectorOptions) {
  const given = requireRecord('options', options, KNOWN);
  const signal = requireSignal('signal', given['signal']);
  const { retention: asked = 64 } = given;
  const described = requireRecord('experiments', given['experiments']);
  const retention = requireInteger('retention', asked, 1, 1024);
  const experiments = Object.keys(described).map((name) => ({
    name,
    ...describeChecked(name, described[name], retention, 'experiments'),
  }));
  const store = requireRecord('store', given['store']);
  for (const method of STORE_METHODS) {
    if (typeof store[method] !== 'function') {
      throw invalidArgument(`store.${method}`, store[method], 'must be a function');
    }
  }
  const { basePath = '', cors = [] } = given;
  const { maxReportsPerBody = 1, maxIdsPerEpoch = 1e6, storeDeadlineMs = 5000 } = given;
  const { lookEveryMs = 1000 } = given;
  return {
    experiments,
    store: options.store,
    basePath: requireBasePath(basePath),
    cors: requireOrigins(cors),
    publishEvery: requirePublishEvery(given['publishEvery']),
    retention,
    maxReportsPerBody: requireInteger('maxReportsPerBody', maxReportsPerBody, 1, MOST_REPORTS),
    maxIdsPerEpoch: requireInteger('maxIdsPerEpoch', maxIdsPerEpoch, 1, 1e9),
    lookEveryMs: requireInteger('lookEveryMs', lookEveryMs, 0, 60_000),
    storeDeadlineMs: requireInteger('storeDeadlineMs', storeDeadlineMs, 1, LONGEST_DEADLINE_MS),
    onError:
      options.onError === undefined ? undefined : requireFunction('onError', options.onError),
    initialState:
      options.initialState === undefined
        ? () => null
        : requireFunction('initialState', options.initialState),
    now: options.now === undefined ? () => Date.now() : requireFunction('now', options.now),
    wasm: requireWasm('wasm', options.wasm),
    signal,
  };
}

/**
 * @param retention How many epochs may be open at once.
 * @param parameter What the name is called in errors.
 * @throws LdpError `invalid_argument`, naming the option.
 */
export function describeChecked(
  name: string,
  options: unknown,
  retention: number,
  parameter = 'experiment',
): Described {
  requireExperimentName(parameter, name);
  if (ROUTE_NAMES.includes(name)) throw invalidArgument(parameter, name, 'is the name of a route');
  const described = describeExperiment(name, options, retention);
  requireSequential(retention, described.experiment);
  return described;
}

function requirePublishEvery(value: unknown): PublishEvery {
  if (value === undefined) return DEFAULT_EVERY;
  const { reports, ms } = requireRecord('publishEvery', value, ['reports', 'ms']);
  if (reports === undefined && ms === undefined) return DEFAULT_EVERY;
  return {
    reports:
      reports === undefined
        ? Number.POSITIVE_INFINITY
        : requireInteger('publishEvery.reports', reports, 1, Number.MAX_SAFE_INTEGER),
    ms: ms === undefined ? Number.POSITIVE_INFINITY : requireNumber('publishEvery.ms', ms, 0),
  };
}

/**
 * Their learners keep what every snapshot that takes reports said: its weights (sequential_state.hpp), its
 * parameter (online_epochs.hpp) or just its number (drift_learner.hpp). So do those of generalized linear algorithms, of slates and of convex sets.
 */
const SEQUENTIAL = [...losses, ...ordered, 'online-ldp-linucb', 'private-bandits-combiner'];
const SEQUENTIAL_FAMILIES = ['generalized-linear', 'combinatorial', 'convex'];
const MAXIMUM_SEQUENTIAL_RETENTION = 64;

function requireSequential(retention: number, { algorithm, family }: AnyExperiment): void {
  const isSequential = SEQUENTIAL.includes(algorithm) || SEQUENTIAL_FAMILIES.includes(family);
  if (!isSequential || retention <= MAXIMUM_SEQUENTIAL_RETENTION) return;
  const reason = `must be at most ${MAXIMUM_SEQUENTIAL_RETENTION} with ${algorithm}`;
  throw invalidArgument('retention', retention, reason);
}

/** '' or '/a/b', without a slash at the end. */
function requireBasePath(value: unknown): string {
  if (value === '' || value === '/') return '';
  const path = requireString('basePath', value, 256, /^(\/[A-Za-z0-9._~-]+)+\/?$/);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function requireOrigins(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw invalidArgument('cors', value, 'must be a list of origins');
  return value.map((origin, i) => {
    const exact = typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin;
    if (exact === false || exact !== origin) {
      throw invalidArgument(
        `cors[${i}]`,
        origin,
        'must be an exact origin, e.g. https://a.example',
      );
    }
    return exact;
  });
}
