// Every algorithm that a device can report for, with every mechanism: what its experiment is, and how a report
// of it is written by hand.
import type { ExperimentOptions } from 'ldp-bandits/server';
import { catalog } from 'ldp-bandits/simulation';
import { AT_ONCE, reportId } from './server-support.js';

export type Kind =
  | 'bit'
  | 'laplace'
  | 'gaussian'
  | 'window'
  | 'ball'
  | 'codebook'
  | 'vector'
  | 'slate';

export interface Row {
  readonly name: string;
  readonly algorithm: Readonly<Record<string, unknown>> & { readonly type: string };
  readonly kind: Kind;
  /** What a report is about: `arm`, of the arms of the snapshot; `coin`; a part; a slate; nothing. */
  readonly about: 'arm' | 'coin' | 'moment' | 'design' | 'score' | 'curvature' | 'slate' | '';
  /** Of a vector: numbers in it. */
  readonly length?: number;
  /** Rows of the matrix whose upper triangle these numbers begin with; Gaussian noise is less off its diagonal. */
  readonly triangle?: number;
}

export const EPSILON = 1;
export const DELTA = 1e-6;
export const ARMS = 4;
export const DIMENSION = 3;
const SET = { type: 'top-k', arms: ARMS, choose: 2 };
const BOX = { type: 'box', low: [0, 0], high: [1, 1] };
const LINE = { type: 'box', low: [0], high: [1] };
const CODEBOOK = { mechanism: 'codebook' };
const GAUSSIAN = { mechanism: 'gaussian', delta: DELTA };
const SCALARS = [
  ['bit', { mechanism: 'bit' }],
  ['laplace', { mechanism: 'laplace' }],
  ['gaussian', GAUSSIAN],
] as const;

/** Rules that look for the best arm. */
export const RULES: Readonly<Record<string, object>> = {
  'ldp-kl-lucb': {},
  'ldp-successive-elimination': {},
  'ldp-lil-ucb': {},
  'ldp-sequential-halving': { maximumPulls: 20_000 },
};

const armed = (type: string, kind: Kind, more: object = {}): Row => ({
  name: `${type} ${kind}`,
  algorithm: { type, arms: ARMS, ...more },
  kind,
  about: 'arm',
});

const slates = (type: string, kind: Kind, about: Row['about'] = 'arm'): Row => ({
  name: type,
  algorithm: { type, set: SET },
  kind,
  about,
});

const vector = (type: string, kind: Kind, length: number, more: object = {}): Row => ({
  name: `${type} ${kind}`,
  algorithm: { type, dimension: DIMENSION, ...more },
  kind,
  about: '',
  length,
});
const withTriangle = (row: Row): Row => ({ ...row, triangle: DIMENSION });
const ball = (type: string, length: number) => vector(type, 'ball', length, { mechanism: 'ball' });
const codebook = (type: string, length: number) => vector(type, 'codebook', length, CODEBOOK);
const part = (about: 'moment' | 'design', length: number, mechanism: 'ball' | 'codebook'): Row => {
  const row = vector('ldp-linear-moments', mechanism, length, { mechanism });
  const triangle = about === 'design' ? DIMENSION : 0;
  return { ...row, name: `${row.name} ${about}`, about, triangle };
};

/** Of Newton steps whose part a coin names. */
const scored = (
  about: 'score' | 'curvature',
  length: number,
  mechanism: 'ball' | 'codebook',
): Row => {
  const row = vector('ldp-glm-newton', mechanism, length, { mechanism, parts: 'coin' });
  const triangle = about === 'curvature' ? DIMENSION : 0;
  return { ...row, name: `${row.name} ${about}`, about, triangle };
};

const points = (type: string, set: object, about: Row['about'], more: object = {}): Row[] =>
  SCALARS.map(([kind, mechanism]) => ({
    name: `${type} ${kind}`,
    algorithm: { type, set, ...more, ...mechanism },
    kind,
    about,
  }));

export const ROWS: readonly Row[] = [
  ...catalog
    .filter(({ family, trustModel }) => family === 'multi-armed' && trustModel === 'local')
    .map(({ id, payload, parameters }) => {
      const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
      const kind = payload === 'noisy' ? 'laplace' : (payload as Kind);
      const epsilonMin = takes('epsilonMin') ? { epsilonMin: EPSILON } : {};
      return armed(id, kind, { ...epsilonMin, ...(takes('delta') ? { delta: DELTA } : {}) });
    }),
  ...[...Object.keys(RULES), 'one-point-reduction'].flatMap((type) =>
    SCALARS.map(([kind, mechanism]) => armed(type, kind, { ...mechanism, ...RULES[type] })),
  ),
  armed('ldp-duel', 'bit', { maximumPulls: 20_000 }),
  part('moment', 3, 'ball'),
  part('design', 6, 'ball'),
  part('moment', 3, 'codebook'),
  part('design', 6, 'codebook'),
  ball('ldp-linucb', 9),
  withTriangle(vector('ldp-linucb', 'vector', 9, GAUSSIAN)),
  withTriangle(codebook('ldp-linucb', 9)),
  vector('online-ldp-linucb', 'vector', 4, { delta: DELTA }),
  vector('private-bandits-combiner', 'vector', 4, { delta: DELTA }),
  vector('ldp-glm-newton', 'ball', 9, { mechanism: 'ball', parts: 'joint' }),
  withTriangle(vector('ldp-glm-newton', 'vector', 9, GAUSSIAN)),
  withTriangle(vector('ldp-glm-newton', 'codebook', 9, { ...CODEBOOK, parts: 'joint' })),
  scored('score', 3, 'ball'),
  scored('curvature', 6, 'ball'),
  scored('score', 3, 'codebook'),
  scored('curvature', 6, 'codebook'),
  ball('ldp-glm-gloc', 9),
  withTriangle(vector('ldp-glm-gloc', 'vector', 9, GAUSSIAN)),
  withTriangle(codebook('ldp-glm-gloc', 9)),
  ball('ldp-glm-sgd', 3),
  vector('ldp-glm-sgd', 'vector', 3, GAUSSIAN),
  codebook('ldp-glm-sgd', 3),
  vector('ldp-glm-published', 'vector', 12, { delta: DELTA }),
  slates('combinatorial-thompson', 'bit'),
  slates('cucb-ldp-bit', 'bit'),
  slates('cucb-ldp-kl', 'bit'),
  slates('cucb-ldp-joint', 'bit'),
  slates('cucb-ldp-sum', 'bit'),
  slates('cucb-ldp2', 'laplace'),
  slates('cucb-ldp1', 'slate', 'slate'),
  ...points('ldp-two-point', BOX, 'coin', { lipschitz: 1 }),
  ...points('ldp-one-point', BOX, 'coin', { lipschitz: 1 }),
  ...points('ldp-stochastic-convex', LINE, 'arm'),
];

/** For tables of tests. */
export const named = (rows: readonly Row[]) => rows.map((row) => [row.name, row] as const);

/** The name of the row's experiment. */
export const slug = (row: Row) => row.name.replaceAll(/[^a-z0-9]+/g, '-');

export const isSlates = (row: Row) => row.algorithm['set'] === SET;
export const isVector = ({ kind }: Row) =>
  kind === 'ball' || kind === 'codebook' || kind === 'vector';

/** A learner of the operator's own: nothing but the arms of the smallest loss. */
export const greedy = (arms: readonly { readonly meanLoss: number }[]) => {
  const least = Math.min(...arms.map(({ meanLoss }) => meanLoss));
  return arms.map(({ meanLoss }) => (meanLoss === least ? 1 : 0));
};

export function experimentOf({ algorithm }: Row): ExperimentOptions {
  const learner = algorithm.type === 'one-point-reduction' ? { learner: greedy } : {};
  const options: unknown = {
    algorithm,
    perReport: { epsilon: EPSILON },
    timing: AT_ONCE,
    ...learner,
  };
  return options as ExperimentOptions;
}

const bytesOf = (row: Row) => (row.kind === 'vector' ? 3 : 2);
/** The largest number of a vector. */
export const largestOf = (row: Row) => 2 ** (8 * bytesOf(row) - 1) - 1;

export function data(row: Row, numbers: readonly number[]): string {
  const size = bytesOf(row);
  const bytes = Buffer.alloc(numbers.length * size);
  for (const [i, number] of numbers.entries()) bytes.writeIntLE(number, i * size, size);
  return `"data":"${bytes.toString('base64url')}"`;
}

/** The payload with this one number, in all places of a slate. Not of a vector. */
export function payload(row: Row, value: number, count = 2): string {
  if (row.kind === 'bit') return `"bit":${value}`;
  const values = Array.from({ length: count }, () => value);
  return row.kind === 'slate' ? `"noisy":[${values}]` : `"noisy":${value}`;
}

let ids = 0;
/**
 * A report; `about` stands between the snapshot and the payload. The id is a fresh one, but where the payload begins
 * with one: the index of a codeword says something with its own id only.
 */
export function reportOf(snapshot: number, about: string, content: string): string {
  const [id, payload] = content.startsWith('"id"')
    ? [content.slice(0, content.indexOf(',')), content.slice(content.indexOf(',') + 1)]
    : [`"id":"${reportId(++ids)}"`, content];
  const fields = ['"v":1', id, `"snapshot":${snapshot}`, about, payload];
  return `{${fields.filter((field) => field !== '').join(',')}}`;
}

/** What such a report is about: of this arm, where it names one, or of these. */
export function aboutOf(row: Row, arm: number, arms: readonly number[] = []): string {
  if (row.about === 'arm') return `"arm":${arm},"level":0`;
  if (row.about === 'slate') return `"arms":[${arms}],"level":0`;
  if (row.about === 'coin') return '"coin":"AAECAwQFBgc"';
  return row.about === '' ? '' : `"part":"${row.about}"`;
}
