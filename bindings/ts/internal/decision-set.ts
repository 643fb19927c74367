// Decision sets: which sets of arms may be played together, and what a set is worth. Public data, the same for
// all visitors: a page pins its own. Checked here as far as shape and ranges go; whether anything can be chosen
// at all is for the core to say, which has the oracles.

import {
  MAXIMUM_LISTED_ARMS,
  MAXIMUM_SET_ARMS,
  setKindWords,
  setRewardWords,
} from '../generated/catalog-combinatorial.js';
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireRecord,
} from './checks.js';
import { times, totalLength } from './list.js';

/** Arms are numbered from 0; where arms are edges, in the order of the edges. A super arm is a set that may be played. */
export type DecisionSet =
  | TopKSet
  | PartitionSet
  | PathSet
  | SpanningTreeSet
  | MatchingSet
  | CoverageSet
  | InfluenceSet
  | ListSet
  | CustomSet;

/** Any `choose` of the arms. */
export interface TopKSet {
  readonly type: 'top-k';
  readonly arms: number;
  readonly choose: number;
  /** Default 'sum'. */
  readonly reward?: 'sum' | 'mean' | 'minimum';
}

/** Exactly `choose` of the arms, of group g at most `most[g]`. */
export interface PartitionSet {
  readonly type: 'partition';
  /** The group of each arm, numbered from 0. */
  readonly groups: readonly number[];
  readonly most: readonly number[];
  readonly choose: number;
  /** Default 'sum'. */
  readonly reward?: 'sum' | 'mean' | 'minimum';
}

/** The directed paths from `source` to `target`; arms are edges. */
export interface PathSet {
  readonly type: 'path';
  readonly nodes: number;
  /** From, to. */
  readonly edges: readonly (readonly [number, number])[];
  readonly source: number;
  readonly target: number;
  /**
   * sum (default): for graphs without cycles. cost: an outcome is 1 - cost, and a path is worth minus its
   * cost. minimum: a path is worth its worst edge.
   */
  readonly reward?: 'sum' | 'minimum' | 'cost';
}

/** The spanning trees of an undirected graph; arms are edges. */
export interface SpanningTreeSet {
  readonly type: 'spanning-tree';
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
  /** Default 'sum'. */
  readonly reward?: 'sum' | 'minimum';
}

/** The matchings of every left node to a right node of its own; arms are edges, so left <= right. */
export interface MatchingSet {
  readonly type: 'matching';
  readonly left: number;
  readonly right: number;
  /** Left node, right node. Absent: all of them, arm = left node * right + right node. */
  readonly edges?: readonly (readonly [number, number])[];
  /** Default 'sum'. */
  readonly reward?: 'sum';
}

/**
 * All edges of `choose` left nodes; worth the expected number of right nodes that an edge reaches, each
 * edge on its own with its mean as probability.
 */
export interface CoverageSet {
  readonly type: 'coverage';
  readonly left: number;
  readonly right: number;
  /** Left node, right node. */
  readonly edges: readonly (readonly [number, number])[];
  readonly choose: number;
}

/**
 * All edges out of `choose` seeds, which are observed whatever happens; worth the expected number of nodes
 * that a cascade from the seeds reaches, each edge passing it on with its mean as probability.
 */
export interface InfluenceSet {
  readonly type: 'influence';
  readonly nodes: number;
  /** From, to. */
  readonly edges: readonly (readonly [number, number])[];
  readonly choose: number;
}

/** The super arms that are listed, each ascending. */
export interface ListSet {
  readonly type: 'list';
  readonly arms: number;
  readonly superArms: readonly (readonly number[])[];
  /** Default 'sum'. */
  readonly reward?: 'sum' | 'mean' | 'minimum';
}

/** Whatever the collector's own oracle chooses: at most `most` arms. Not in the simulation. */
export interface CustomSet {
  readonly type: 'custom';
  readonly arms: number;
  readonly most: number;
  /** What a device plays that has no snapshot: arms, ascending. */
  readonly fallback: readonly number[];
  /** The oracle's value is at least alpha times the best with probability beta. Default 1 and 1. */
  readonly alpha?: number;
  readonly beta?: number;
}

type Kind = (typeof setKindWords)[number];
type Reward = (typeof setRewardWords)[number];
type Given = Readonly<Record<string, unknown>>;

const SUBSETS = ['sum', 'mean', 'minimum'] as const;
/** The rewards that a kind has the choice of, its default first. */
const CHOICES: Partial<Record<Kind, readonly Reward[]>> = {
  'top-k': SUBSETS,
  partition: SUBSETS,
  path: ['sum', 'minimum', 'cost'],
  'spanning-tree': ['sum', 'minimum'],
  matching: ['sum'],
  list: SUBSETS,
};

const size = (path: string, value: unknown, maximum = MAXIMUM_SET_ARMS) =>
  requireInteger(path, value, 1, maximum);

function requireList(path: string, value: unknown): readonly unknown[] {
  const list = ArrayBuffer.isView(value) ? [...(value as Uint32Array)] : value;
  if (!Array.isArray(list) || list.length < 1 || list.length > MAXIMUM_SET_ARMS) {
    throw invalidArgument(path, value, `must be a list of 1 to ${MAXIMUM_SET_ARMS} entries`);
  }
  return list;
}

/** A list of numbers from `minimum` to `maximum`. */
const requireIndices = (path: string, value: unknown, minimum: number, maximum: number) =>
  requireList(path, value).map((item, i) =>
    requireInteger(`${path}[${i}]`, item, minimum, maximum),
  );

/** A list of at most `most` of the `arms`, each larger than the one before. */
function requireArms(path: string, value: unknown, arms: number, most = arms): number[] {
  const list = requireIndices(path, value, 0, arms - 1);
  if (list.length > most) throw invalidArgument(path, value, `must be at most ${most} arms`);
  for (let i = 1; i < list.length; i++) {
    if ((list[i] as number) <= (list[i - 1] as number))
      throw invalidArgument(`${path}[${i}]`, list[i], 'must be larger than the arm before');
  }
  return list;
}

/** Edges between nodes 0 to `left` - 1 and 0 to `right` - 1. */
const requireEdges = (path: string, value: unknown, left: number, right: number) =>
  requireList(path, value).map((edge, i) => {
    if (!Array.isArray(edge) || edge.length !== 2)
      throw invalidArgument(`${path}[${i}]`, edge, 'must be a pair of nodes');
    return [
      requireInteger(`${path}[${i}][0]`, edge[0], 0, left - 1),
      requireInteger(`${path}[${i}][1]`, edge[1], 0, right - 1),
    ];
  });

/** What a kind has beside its type and its reward, in the order in which a manifest has it. */
const FIELDS: Record<Kind, (path: string, given: Given) => Record<string, unknown>> = {
  'top-k'(path, { arms, choose }) {
    const count = size(`${path}.arms`, arms);
    return { arms: count, choose: size(`${path}.choose`, choose, count) };
  },
  partition(path, { groups, most, choose }) {
    const caps = requireIndices(`${path}.most`, most, 0, MAXIMUM_SET_ARMS);
    const group = requireIndices(`${path}.groups`, groups, 0, caps.length - 1);
    return { groups: group, most: caps, choose: size(`${path}.choose`, choose, group.length) };
  },
  path(path, { nodes, edges, source, target }) {
    const count = size(`${path}.nodes`, nodes);
    return {
      nodes: count,
      edges: requireEdges(`${path}.edges`, edges, count, count),
      source: requireInteger(`${path}.source`, source, 0, count - 1),
      target: requireInteger(`${path}.target`, target, 0, count - 1),
    };
  },
  'spanning-tree'(path, { nodes, edges }) {
    const count = size(`${path}.nodes`, nodes);
    return { nodes: count, edges: requireEdges(`${path}.edges`, edges, count, count) };
  },
  matching(path, { left, right, edges }) {
    const ends = sides(path, left, right);
    if (edges !== undefined)
      return { ...ends, edges: requireEdges(`${path}.edges`, edges, ends.left, ends.right) };
    if (ends.left * ends.right > MAXIMUM_SET_ARMS) {
      const reason = `must leave at most ${MAXIMUM_SET_ARMS} pairs, which are the arms`;
      throw invalidArgument(`${path}.right`, right, reason);
    }
    return ends;
  },
  coverage(path, { left, right, edges, choose }) {
    const ends = sides(path, left, right);
    const pairs = requireEdges(`${path}.edges`, edges, ends.left, ends.right);
    return { ...ends, edges: pairs, choose: size(`${path}.choose`, choose, ends.left) };
  },
  influence(path, { nodes, edges, choose }) {
    const count = size(`${path}.nodes`, nodes);
    const pairs = requireEdges(`${path}.edges`, edges, count, count);
    return { nodes: count, edges: pairs, choose: size(`${path}.choose`, choose, count) };
  },
  list(path, { arms, superArms }) {
    const count = size(`${path}.arms`, arms);
    const list = requireList(`${path}.superArms`, superArms).map((superArm, i) =>
      requireArms(`${path}.superArms[${i}]`, superArm, count),
    );
    if (totalLength(list) > MAXIMUM_LISTED_ARMS) {
      const reason = `must name at most ${MAXIMUM_LISTED_ARMS} arms in all`;
      throw invalidArgument(`${path}.superArms`, superArms, reason);
    }
    return { arms: count, superArms: list };
  },
  custom(path, { arms, most, fallback, alpha = 1, beta = 1 }) {
    const count = size(`${path}.arms`, arms);
    const largest = size(`${path}.most`, most, count);
    return {
      arms: count,
      most: largest,
      fallback: requireArms(`${path}.fallback`, fallback, count, largest),
      alpha: requireShare(`${path}.alpha`, alpha),
      beta: requireShare(`${path}.beta`, beta),
    };
  },
};

const sides = (path: string, left: unknown, right: unknown) => ({
  left: size(`${path}.left`, left),
  right: size(`${path}.right`, right),
});

function requireShare(path: string, value: unknown): number {
  const share = requireNumber(path, value, 0, 1);
  if (share === 0) throw invalidArgument(path, value, 'must be above 0');
  return share;
}

/**
 * A decision set with its defaults, keys in one order: two sets mean the same exactly if their JSON is
 * equal.
 *
 * @throws LdpError `invalid_argument`, naming the field with `path` as its prefix.
 */
export function requireDecisionSet(path: string, value: unknown): DecisionSet {
  const given = requireRecord(path, value);
  const type = requireOneOf(`${path}.type`, given['type'], setKindWords);
  const { reward, ...fields } = given;
  const complete = { type, ...FIELDS[type](path, fields) };
  const choices = CHOICES[type];
  const optional = type === 'matching' ? ['edges'] : [];
  requireRecord(path, value, [
    ...Object.keys(complete),
    ...optional,
    ...(choices ? ['reward'] : []),
  ]);
  if (!choices) return complete as unknown as DecisionSet;
  const chosen = requireOneOf(`${path}.reward`, reward ?? choices[0], choices);
  return { ...complete, reward: chosen } as unknown as DecisionSet;
}

/** A set that {@link requireDecisionSet} gave, as the numbers that bindings/decision_set.hpp reads. */
export function flattenDecisionSet(set: DecisionSet): readonly ArrayLike<number>[] {
  const { type } = set;
  const { reward, choose, most, nodes, left, right, source, target, superArms, fallback, ...rest } =
    set as Partial<
      Record<'choose' | 'nodes' | 'left' | 'right' | 'source' | 'target' | 'alpha' | 'beta', number>
    > & {
      readonly reward?: Reward;
      readonly most?: number | readonly number[];
      readonly groups?: readonly number[];
      readonly superArms?: readonly (readonly number[])[];
      readonly fallback?: readonly number[];
    };
  const edges = edgesOf(set);
  let end = 0;
  const lists = [
    rest.groups ?? [],
    typeof most === 'object' ? most : [],
    edges.map(([from]) => from),
    edges.map(([, to]) => to),
    (superArms ?? []).map(({ length }) => {
      end += length;
      return end;
    }),
    fallback ?? (superArms ?? []).flat(),
  ];
  return [
    [
      setKindWords.indexOf(type),
      setRewardWords.indexOf(
        reward ?? (type === 'coverage' || type === 'influence' ? type : 'sum'),
      ),
      setArms(set),
      choose ?? (typeof most === 'number' ? most : 0),
      nodes ?? left ?? 0,
      right ?? 0,
      source ?? 0,
      target ?? 0,
      rest.alpha ?? 1,
      rest.beta ?? 1,
    ],
    lists.map(({ length }) => length),
    ...lists,
  ];
}

/** The edges that arms stand for, in the order of the arms; none where arms are no edges. */
export function edgesOf(set: DecisionSet): readonly (readonly [number, number])[] {
  if ('edges' in set && set.edges) return set.edges;
  if (set.type !== 'matching') return [];
  const { left, right } = set;
  return times(left * right, (arm) => [Math.floor(arm / right), arm % right] as const);
}

/** How many arms a set has. */
export function setArms(set: DecisionSet): number {
  if ('arms' in set) return set.arms;
  return set.type === 'partition' ? set.groups.length : edgesOf(set).length;
}
