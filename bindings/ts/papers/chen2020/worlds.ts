// The worlds of the experiments: decision sets with the means of their arms. All outcomes are 0 or 1. Every
// world has one best super arm (or a few alike), and a gap to the next.
import type { CombinatorialEnvironment } from '../../simulation/types.js';

export interface World {
  /** What is chosen, in a few words: the label of a switch. */
  readonly about: string;
  readonly environment: CombinatorialEnvironment;
  /** The most arms of one decision: K. */
  readonly largest: number;
  /** Of the best super arm. */
  readonly optimum: number;
  /** From the best super arm to the best of the others: D. */
  readonly gap: number;
  /** How the lower bounds measure the reward: one of the two constants of smoothness, and its value. */
  readonly smoothness: { readonly norm: 1 | 'infinity'; readonly constant: number };
}

type Edge = readonly [from: number, to: number];

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const repeat = (value: number, count: number) => new Array<number>(count).fill(value);
const linear = { norm: 1, constant: 1 } as const;
/** A reward that moves no more than the arm that moved most: averages and minima. */
const bottleneck = { norm: 'infinity', constant: 1 } as const;

/** A square of nodes, row by row; edges lead right and down, those of a node after each other. */
const side = 4;
const gridEdges: readonly Edge[] = upTo(side * side).flatMap((node) => [
  ...((node + 1) % side > 0 ? [[node, node + 1] as const] : []),
  ...(node + side < side * side ? [[node, node + side] as const] : []),
]);
/** Right, down, right, down, right, down. */
const staircase: readonly Edge[] = upTo(side - 1).flatMap((step) => {
  const node = step * (side + 1);
  return [
    [node, node + 1],
    [node + 1, node + side + 1],
  ] as const;
});
const isOnStaircase = ([from, to]: Edge) => staircase.some(([a, b]) => a === from && b === to);

const gridPaths = {
  type: 'path',
  nodes: side * side,
  edges: gridEdges,
  source: 0,
  target: side * side - 1,
} as const;

const topK: World = {
  about: 'the best 4 of 20',
  environment: {
    type: 'combinatorial',
    set: { type: 'top-k', arms: 20, choose: 4, reward: 'sum' },
    means: [...repeat(0.8, 4), ...repeat(0.5, 16)],
  },
  largest: 4,
  optimum: 3.2,
  gap: 0.3,
  smoothness: linear,
};

/** Disjoint paths of `length` arms; all arms of a path share one random draw. */
function pathsOf(
  length: number,
  { best, other, reward = 'sum' }: { best: number; other: number; reward?: 'sum' | 'minimum' },
): CombinatorialEnvironment {
  const paths = 5;
  return {
    type: 'combinatorial',
    set: {
      type: 'list',
      arms: paths * length,
      superArms: upTo(paths).map((path) => upTo(length).map((step) => path * length + step)),
      reward,
    },
    means: upTo(paths * length).map((arm) => (arm < length ? best : other)),
    together: upTo(paths * length).map((arm) => Math.floor(arm / length)),
  };
}

/** Of theorem 6, with any length of the paths: D = 0.2 K. */
export function kPathOf(length: number): World {
  return {
    about: `5 disjoint paths of ${length}`,
    environment: pathsOf(length, { best: 0.5, other: 0.3 }),
    largest: length,
    optimum: 0.5 * length,
    gap: 0.2 * length,
    smoothness: linear,
  };
}

/**
 * The same paths where the worst part of one is what counts, so that neither the smoothness nor the gap
 * depends on their length.
 */
export function bottleneckPathOf(length: number): World {
  return {
    about: `5 disjoint paths of ${length}, the worst part of which counts`,
    environment: pathsOf(length, { best: 0.6, other: 0.05, reward: 'minimum' }),
    largest: length,
    optimum: 0.6,
    gap: 0.55,
    smoothness: bottleneck,
  };
}

/** Of theorem 9: three arms are in every super arm but the best one, and carry no information. */
const dpHard: World = {
  about: 'the hard case of central privacy',
  environment: {
    type: 'combinatorial',
    set: {
      type: 'list',
      arms: 20,
      superArms: [upTo(4), ...upTo(13).map((i) => [4, 5, 6, 7 + i])],
      reward: 'sum',
    },
    means: [...repeat(0.5, 4), ...repeat(0.3, 16)],
    together: upTo(20).map((arm) => (arm === 5 || arm === 6 ? 4 : arm)),
  },
  largest: 4,
  optimum: 2,
  gap: 0.8,
  smoothness: linear,
};

const worstPart: World = {
  about: 'a route, the worst part of which counts',
  environment: {
    type: 'combinatorial',
    set: { ...gridPaths, reward: 'minimum' },
    means: gridEdges.map((edge) => (isOnStaircase(edge) ? 0.8 : 0.5)),
    together: repeat(0, gridEdges.length),
  },
  largest: 6,
  optimum: 0.8,
  gap: 0.3,
  smoothness: bottleneck,
};

const route: World = {
  about: 'a route through a grid',
  environment: {
    type: 'combinatorial',
    set: { ...gridPaths, reward: 'sum' },
    means: gridEdges.map((edge) => (isOnStaircase(edge) ? 0.7 : 0.4)),
  },
  largest: 6,
  optimum: 4.2,
  gap: 0.6,
  smoothness: linear,
};

const treeEdges: readonly Edge[] = upTo(6).flatMap((a) =>
  upTo(6)
    .filter((b) => b > a)
    .map((b) => [a, b] as const),
);

const tree: World = {
  about: 'a spanning tree of 6 nodes',
  environment: {
    type: 'combinatorial',
    set: { type: 'spanning-tree', nodes: 6, edges: treeEdges, reward: 'sum' },
    means: treeEdges.map(([a, b]) => (b === a + 1 ? 0.8 : 0.5)),
  },
  largest: 5,
  optimum: 4,
  gap: 0.3,
  smoothness: linear,
};

const matching: World = {
  about: 'pairs of 5 and 5',
  environment: {
    type: 'combinatorial',
    set: { type: 'matching', left: 5, right: 5, reward: 'sum' },
    means: upTo(25).map((arm) => (arm % 6 === 0 ? 0.8 : 0.5)),
  },
  largest: 5,
  optimum: 4,
  gap: 0.6,
  smoothness: linear,
};

const coverageEdges: readonly Edge[] = upTo(8).flatMap((node) =>
  upTo(5).map((j) => [node, (5 * node + j) % 10] as const),
);

const coverage: World = {
  about: '2 of 8 nodes that cover 10 others',
  environment: {
    type: 'combinatorial',
    set: { type: 'coverage', left: 8, right: 10, edges: coverageEdges, choose: 2 },
    means: coverageEdges.map(([node]) => (node < 2 ? 0.6 : 0.3)),
  },
  largest: 10,
  optimum: 6,
  gap: 1.5,
  smoothness: linear,
};

/** Under the names of the experiments. */
export const worlds = {
  topk: topK,
  sp: route,
  mst: tree,
  match: matching,
  kpath: kPathOf(4),
  dphard: dpHard,
  pmc: coverage,
  bneck: worstPart,
} as const satisfies Readonly<Record<string, World>>;

export type WorldName = keyof typeof worlds;

const hubs = 4;
const leaves = 5;
/** Nodes: hubs 0 to 3, then the leaves of each hub. Edges from hubs come first, hub by hub. */
const leafOf = (hub: number, leaf: number) => hubs + leaves * hub + (leaf % leaves);
const hubEdges: readonly Edge[] = upTo(hubs).flatMap((hub) =>
  upTo(leaves).map((leaf) => [hub, leafOf(hub, leaf)] as const),
);
const leafEdges: readonly Edge[] = upTo(hubs).flatMap((hub) =>
  upTo(leaves).map((leaf) => [leafOf(hub, leaf), leafOf(hub, leaf + 1)] as const),
);

/** Two seeds in a network of four hubs: two hubs have strong edges (0.5), two weak ones (0.15). */
export const influence: CombinatorialEnvironment = {
  type: 'combinatorial',
  set: {
    type: 'influence',
    nodes: hubs + hubs * leaves,
    edges: [...hubEdges, ...leafEdges],
    choose: 2,
  },
  means: [...hubEdges.map(([hub]) => (hub < 2 ? 0.5 : 0.15)), ...leafEdges.map(() => 0.2)],
};

/** An arm of each of the two strong hubs: it is played exactly when the hub is a seed. */
export const hubArms = { 'first hub': 0, 'second hub': leaves } as const;
