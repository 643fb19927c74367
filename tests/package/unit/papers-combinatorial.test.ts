// The experiments on super arms as data: that worlds are those of docs/spec/combinatorial.md, and judges that read
// what was played and where a bound lies. That the claims hold is for tests/statistical/figures.test.mjs and
// docs/figures.
import { chen2020, type Figure, type FigureResults } from 'ldp-bandits/papers';
import { layoutFigure } from 'ldp-bandits/plot';
import { type SimulationSpec, slateTheoryCurve } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { verdictOf as judged, resultsOf } from './papers-support.js';

const figure = (id: string) => chen2020.figures.find((candidate) => candidate.id === id) as Figure;
const inWorld = (world: string) =>
  figure(world === 'bneck' ? 'F1' : 'F2').specs('full', world === 'bneck' ? {} : { world })[0]
    ?.spec as SimulationSpec;

type World = Extract<SimulationSpec['environment'], { readonly type: 'combinatorial' }>;

const worldOf = (name: string) => inWorld(name).environment as World;

/** Every super arm, by the plainest means: which subsets are decisions is written down here anew. */
function superArms({ set, means }: World): readonly (readonly number[])[] {
  const all = means.map((_, arm) => arm);
  switch (set.type) {
    case 'top-k':
      return subsets(all, set.choose);
    case 'list':
      return set.superArms;
    case 'path':
      return pathsFrom(set, set.source);
    case 'spanning-tree':
      return subsets(all, set.nodes - 1).filter((arms) =>
        isForest(arms.map((arm) => set.edges[arm])),
      );
    case 'matching':
      return permutations(all.slice(0, set.right)).map((to) => to.map((v, u) => u * set.right + v));
    case 'coverage':
      return subsets(all.slice(0, set.left), set.choose).map((nodes) =>
        set.edges.flatMap(([u], arm) => (nodes.includes(u) ? [arm] : [])),
      );
    default:
      throw new TypeError(set.type);
  }
}

function subsets(all: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return all.flatMap((one, i) => subsets(all.slice(i + 1), size - 1).map((rest) => [one, ...rest]));
}

function permutations(all: readonly number[]): number[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one) =>
    permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
}

type Edges = readonly (readonly [number, number])[];

function pathsFrom(
  set: { readonly edges: Edges; readonly target: number },
  node: number,
): number[][] {
  if (node === set.target) return [[]];
  return set.edges.flatMap(([from, to], arm) =>
    from === node ? pathsFrom(set, to).map((rest) => [arm, ...rest]) : [],
  );
}

function isForest(edges: readonly (readonly [number, number] | undefined)[]): boolean {
  const part = new Map<number, number>();
  const rootOf = (node: number): number => {
    const up = part.get(node);
    return up === undefined ? node : rootOf(up);
  };
  return edges.every((edge) => {
    const [a, b] = [rootOf(edge?.[0] ?? 0), rootOf(edge?.[1] ?? 0)];
    part.set(a, b);
    return a !== b && edge !== undefined;
  });
}

function worth({ set, means }: World, arms: readonly number[]): number {
  const own = arms.map((arm) => means[arm] as number);
  if (set.type === 'coverage') {
    const missed = new Map<number, number>();
    for (const arm of arms) {
      const right = set.edges[arm]?.[1] ?? 0;
      missed.set(right, (missed.get(right) ?? 1) * (1 - (means[arm] as number)));
    }
    return [...missed.values()].reduce((sum, rest) => sum + 1 - rest, 0);
  }
  if ('reward' in set && set.reward === 'minimum') return Math.min(...own);
  return own.reduce((sum, mean) => sum + mean, 0);
}

describe('the worlds', () => {
  it.each([
    ['topk', 20, 4, 3.2, 0.3, 4845],
    ['kpath', 20, 4, 2, 0.8, 5],
    ['dphard', 20, 4, 2, 0.8, 14],
    ['bneck', 24, 6, 0.8, 0.3, 20],
    ['sp', 24, 6, 4.2, 0.6, 20],
    ['mst', 15, 5, 4, 0.3, 1296],
    ['match', 25, 5, 4, 0.6, 120],
    ['pmc', 40, 10, 6, 1.5, 28],
  ])(
    '%s: %i arms, at most %i at once, the best worth %d, by %d',
    (name, arms, most, best, gap, count) => {
      const world = worldOf(name);
      const all = superArms(world);
      const values = all.map((one) => worth(world, one)).sort((a, b) => b - a);
      expect(world.means).toHaveLength(arms);
      expect(all).toHaveLength(count);
      expect(Math.max(...all.map(({ length }) => length))).toBe(most);
      expect(values[0]).toBeCloseTo(best, 12);
      const next = values.find((value) => value < best - 1e-9) as number;
      expect(best - next).toBeCloseTo(gap, 12);
    },
  );

  it('share their luck on a path, on the common arms of the hard case, and where the worst part counts', () => {
    expect(worldOf('kpath').together?.slice(0, 9)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2]);
    expect(worldOf('dphard').together?.slice(3, 9)).toEqual([3, 4, 4, 4, 7, 8]);
    expect(new Set(worldOf('bneck').together)).toEqual(new Set([0]));
    for (const name of ['topk', 'sp', 'mst', 'match', 'pmc'])
      expect(worldOf(name).together).toBeUndefined();
  });

  it('of influence: four hubs with five leaves each, two of them heard', () => {
    const spec = figure('F5').specs('full')[0]?.spec as SimulationSpec;
    const { set, means } = spec.environment as World;
    expect(set).toMatchObject({ type: 'influence', nodes: 24, choose: 2 });
    expect(means).toHaveLength(40);
    expect(means.filter((mean) => mean === 0.5)).toHaveLength(10);
    expect(spec).toMatchObject({ horizon: 100_000 });
    // That two such hubs reach 7.555 nodes: tests/native/oracles/set_reward_test.cpp.
    expect(means.filter((mean) => mean === 0.2)).toHaveLength(20);
  });
});

describe('the learners', () => {
  it('are at ε = 1, know the horizon where the paper does, and report one arm unless they are LDP1', () => {
    const { runs } = inWorld('topk');
    const policies = new Map(runs.map((run) => [run.label, run]));
    expect(policies.get('LDP1')?.policy).toEqual({
      type: 'cucb-ldp1',
      width: 'corrected',
      horizon: 1_000_000,
    });
    expect(policies.get('LDP2')?.policy).toEqual({
      type: 'cucb-ldp2',
      width: 'published',
      horizon: 1_000_000,
    });
    expect(policies.get('LDP2-s')?.policy).toEqual({ type: 'cucb-ldp2', width: 'bernstein' });
    expect(policies.get('LDP-R-B')?.policy).toEqual({
      type: 'cucb-ldp-bit',
      coordinate: 'uniform',
    });
    for (const { label, epsilon } of runs)
      expect(epsilon, label).toBe(/no privacy|Random/.test(label) ? undefined : 1);
  });

  it('have a joint index where super arms are few and worth a sum', () => {
    const withJoint = ['topk', 'sp', 'mst', 'match', 'kpath', 'dphard', 'pmc'].filter((name) =>
      inWorld(name).runs.some(({ label }) => label === 'LDP2-E'),
    );
    expect(withJoint).toEqual(['match', 'kpath', 'dphard']);
  });
});

const verdict = (id: string, sentence: RegExp, results: FigureResults, world?: string) =>
  judged(figure(id), sentence, results, world ? { world } : {});

describe('verdicts', () => {
  it('read which arms were played, and want both hubs', () => {
    const results = resultsOf(figure('F5'), 'full', (label) => label.length);
    const im = results['im'] as FigureResults[string];
    const playing = (second: number) => ({
      im: {
        ...im,
        curves: im.curves.map((curve) => {
          const plays = new Float64Array(40 * curve.t.length);
          plays[(curve.t.length - 1) * 40] = 0.99;
          plays[(curve.t.length - 1) * 40 + 5] = second;
          return { ...curve, plays };
        }),
      },
    });
    const judged = (hub: RegExp, second: number) => verdict('F5', hub, playing(second))?.holds;
    expect(judged(/^LDP2-T learns the first hub/, 0.2)).toBe(true);
    expect(judged(/^LDP2-T learns the second hub/, 0.95)).toBe(true);
    expect(judged(/^LDP2-T learns the second hub/, 0.2)).toBe(false);
    const curves = im.curves.map(({ plays: _, ...curve }) => curve);
    const silent = { im: { ...im, curves } };
    expect(() => verdict('F5', /^LDP2-T learns the first hub/, silent)).toThrow(RangeError);
  });

  it('tell a straight line from a logarithm by the second half of the rounds', () => {
    const along = (law: (round: number) => number) =>
      resultsOf(figure('F1'), 'full', (_label, round) => law(round));
    expect(
      verdict(
        'F1',
        /has not converged/,
        along((t) => t),
      )?.holds,
    ).toBe(true);
    expect(
      verdict(
        'F1',
        /has not converged/,
        along((t) => 100 * Math.log(t)),
      )?.holds,
    ).toBe(false);
  });

  it('compare with the lower bounds: theorem 5 by hand, theorem 6 and 9 by theirs', () => {
    const at = (id: string, regret: number, chosen = {}) =>
      resultsOf(figure(id), 'full', () => regret, { chosen });
    const T = Math.log(1e6);
    const square = (Math.E - 1) ** 2;
    const limits = [
      ['F1', 'bneck', /theorem 5/, (23 / (64 * square * 0.3)) * T],
      ['F2', 'kpath', /theorem 6/, ((16 * 4) / (64 * square * 0.8)) * T],
      ['F3', 'dphard', /theorem 9/, ((20 * 4) / 0.8 + 20 * 4) * (T / 64)],
    ] as const;
    for (const [id, world, source, limit] of limits) {
      const chosen = id === 'F1' ? undefined : world;
      const judge = (regret: number) =>
        verdict(id, source, at(id, regret, chosen ? { world: chosen } : {}), chosen);
      expect(judge(1.001 * limit)?.holds).toBe(true);
      expect(judge(0.999 * limit)?.holds).toBe(false);
      expect(judge(limit)?.accepted).toBe(`above ${limit.toPrecision(3)}`);
    }
  });

  it('give regret against K as points whose slope is the exponent', () => {
    const scaling = figure('F8');
    const plot = scaling.plot as Extract<Figure['plot'], { readonly kind: 'scatter' }>;
    const results = resultsOf(scaling, 'full', (label, _round, spec) => {
      const size = Number(/\d+$/.exec(spec)?.[0]);
      return label === 'LDP2-B' || label === 'LDP1' ? 100 * size ** 2 : 100 * size;
    });
    expect(plot.line(plot.points(results)).slope).toBeCloseTo(2, 12);
    const grows = (claim: RegExp) => verdict('F8', claim, results)?.measured;
    expect(grows(/from K = 8 to 16 the regret of LDP2-E/)).toMatch(/^2\.00/);
    expect(grows(/worst part: from K = 2 to 4 the regret of LDP1/)).toMatch(/^4\.00/);
  });
});

describe('a bound in a plot', () => {
  it.each([
    ['F1', 'bneck', 'lower5', 6, 0.3],
    ['F2', 'topk', 'lower6', 4, 0.3],
    ['F2', 'pmc', 'lower6', 10, 1.5],
    ['F3', 'dphard', 'lower9', 4, 0.8],
    ['F3', 'bneck', 'lowerCentralInf', 6, 0.3],
  ] as const)('%s, %s: is the curve %s of the theory', async (id, world, curve, largest, gap) => {
    const chosen = id === 'F1' ? {} : { world };
    const results = resultsOf(figure(id), 'full', () => 1, { chosen });
    const [bound] = figure(id).references?.(results) ?? [];
    const arms = worldOf(world).means.length;
    const rounds = bound?.t ?? [];
    expect(rounds.length).toBeGreaterThan(20);
    const wanted = await slateTheoryCurve({ curve, arms, largest, gap, epsilon: 1, rounds });
    bound?.mean.forEach((value, i) => {
      expect(value).toBeCloseTo(wanted[i] as number, 9);
    });
  });

  it('has no band, and the axis does not speak of claims', () => {
    const results = resultsOf(figure('F1'), 'full', (_label, round) => 10 * round ** 0.5);
    const [bound] = figure('F1').references?.(results) ?? [];
    expect(bound?.label).toBe('paper: theorem 5, lower bound');
    expect(bound?.low).toBeUndefined();
    expect(bound?.mean.at(-1)).toBeCloseTo(5.61, 2);
    const layout = layoutFigure(figure('F1'), results);
    expect(layout.series.find(({ label }) => label === bound?.label)?.band).toBeFalsy();
    expect(JSON.stringify(layout.y)).not.toContain('accepted');
  });
});
