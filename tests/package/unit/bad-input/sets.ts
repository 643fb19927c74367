// Decision sets that are none. The page and the collector refuse them alike, by the same place.

/** One card of each of three kinds. */
const CARDS = { type: 'partition', groups: [0, 0, 1, 1, 2, 2], most: [1, 1, 1], choose: 3 };
const edges = [
  [0, 1],
  [1, 2],
];
const path = { type: 'path', nodes: 3, edges, source: 0, target: 2 };
const list = { type: 'list', arms: 4 };
const custom = { type: 'custom', arms: 4, most: 2, fallback: [0] };
const topK = { type: 'top-k', arms: 4, choose: 1 };
const coverage = { type: 'coverage', left: 1, right: 3, edges, choose: 1 };

/** What is wrong, the set, and the place that the refusal names. */
export const BAD_SETS: readonly (readonly [string, unknown, string])[] = [
  ['nothing at all', undefined, 'set'],
  ['null', null, 'set'],
  ['a word', 'top-k', 'set'],
  ['a list for an object', [], 'set'],
  ['no type', {}, 'set.type'],
  ['an unknown type', { type: 'knapsack' }, 'set.type'],
  ['no arms', { type: 'top-k', choose: 1 }, 'set.arms'],
  ['0 arms', { ...topK, arms: 0 }, 'set.arms'],
  ['4097 arms', { ...topK, arms: 4097 }, 'set.arms'],
  ['NaN arms', { ...topK, arms: Number.NaN }, 'set.arms'],
  ['none chosen', { ...topK, choose: 0 }, 'set.choose'],
  ['more chosen than there are', { ...topK, choose: 5 }, 'set.choose'],
  ['a key too many', { ...topK, nodes: 3 }, 'set.nodes'],
  ['a reward of another kind', { ...topK, reward: 'cost' }, 'set.reward'],
  ['a group that is not there', { ...CARDS, groups: [0, 0, 1, 1, 2, 3] }, 'set.groups[5]'],
  ['groups of text', { ...CARDS, groups: 'aabbcc' }, 'set.groups'],
  ['no groups', { ...CARDS, groups: [] }, 'set.groups'],
  ['an edge to nowhere', { ...path, edges: [[0, 3]] }, 'set.edges[0][1]'],
  ['an edge of three', { ...path, edges: [[0, 1, 2]] }, 'set.edges[0]'],
  ['no edges', { ...path, edges: [] }, 'set.edges'],
  ['a target that is not there', { ...path, target: 3 }, 'set.target'],
  ['no nodes', { type: 'spanning-tree', nodes: 0, edges }, 'set.nodes'],
  ['a reward of coverage', { ...coverage, left: 2, reward: 'sum' }, 'set.reward'],
  ['too many pairs', { type: 'matching', left: 65, right: 65 }, 'set.right'],
  ['a left node that is not there', coverage, 'set.edges[1][0]'],
  ['no super arms', { ...list, superArms: [] }, 'set.superArms'],
  ['an empty super arm', { ...list, superArms: [[0], []] }, 'set.superArms[1]'],
  ['an arm beyond the last', { ...list, superArms: [[0, 4]] }, 'set.superArms[0][1]'],
  ['an arm twice', { ...list, superArms: [[1, 1]] }, 'set.superArms[0][1]'],
  ['a super arm that descends', { ...list, superArms: [[2, 1]] }, 'set.superArms[0][1]'],
  ['too many super arms', { ...list, superArms: Array(4097).fill([0]) }, 'set.superArms'],
  ['a fallback that is too large', { ...custom, fallback: [0, 1, 2] }, 'set.fallback'],
  ['an alpha of 0', { ...custom, alpha: 0 }, 'set.alpha'],
  ['a beta above 1', { ...custom, beta: 1.5 }, 'set.beta'],
];

export const SETS_OF_NOTHING: readonly (readonly [string, object])[] = [
  [
    'no path',
    {
      ...path,
      edges: [
        [0, 1],
        [2, 1],
      ],
    },
  ],
  ['a source that is the target', { ...path, target: 0 }],
  ['a graph in pieces', { type: 'spanning-tree', nodes: 4, edges }],
  ['one node and no tree', { type: 'spanning-tree', nodes: 1, edges: [[0, 0]] }],
  ['more on the left than on the right', { type: 'matching', left: 3, right: 2 }],
  [
    'two that want the same',
    {
      type: 'matching',
      left: 2,
      right: 2,
      edges: [
        [0, 1],
        [1, 1],
      ],
    },
  ],
  ['too few kinds', { ...CARDS, choose: 4 }],
  ['a left node without edges', { ...coverage, left: 3, choose: 3 }],
  ['a kind of which none is shown', { ...CARDS, most: [1, 1, 0] }],
  ['more seeds than nodes have edges', { type: 'influence', nodes: 4, edges, choose: 3 }],
];

/** A page follows the slates of others; the collector has to find the best. */
export const CYCLE = [
  'a cycle where the longest path is wanted',
  { ...path, edges: [...edges, [1, 0]] },
] as const;
