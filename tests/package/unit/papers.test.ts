// The figures as data: valid specs of the stated size, and claims that judge what they say. That the
// claims hold is for tests/statistical/figures.test.mjs and docs/figures.
import {
  claimsOf,
  type Figure,
  type FigureMode,
  type FigureResults,
  papers,
  ren2020,
} from 'ldp-bandits/papers';
import {
  chooseThreshold,
  decodeSpec,
  encodeSpec,
  type SimulationSpec,
} from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { verdictOf as judged, resultsOf, rounds, waysOf } from './papers-support.js';

const figure = (id: string) => ren2020.figures.find((candidate) => candidate.id === id) as Figure;

/**
 * Of a full run. The experiments on super arms are a million rounds long: twenty trials tell learners apart.
 * Those on reductions have as many as their tolerances were made for; G2-4 differ from world to world.
 */
const reductions: Readonly<Record<string, readonly number[]>> = {
  rounds: [40],
  noise: [40],
  steps: [40],
  'one-number': [10],
  arms: [40],
  'best-arm': [64],
  'best-arm-errors': [10_000],
  G1: [24],
  'G1-levels': [24],
  'G1-long': [8],
  'G2-4': [8, 12, 16],
  stress: [24],
};

function trialsOf(paper: string, figureId: string): readonly number[] {
  if (paper === 'zheng2020') return reductions[figureId] ?? [];
  return paper === 'chen2020' ? [20] : [50];
}

const everything = papers.flatMap((paper) =>
  paper.figures.flatMap((one) =>
    waysOf(one).map((chosen) => {
      const words = [paper.id, one.id, ...Object.values(chosen)].join(' ');
      return [words, one, chosen, trialsOf(paper.id, one.id)] as const;
    }),
  ),
);

/** A round of a linear world costs thirty times as much: arms are scored by what describes them. */
function mostRounds(spec: SimulationSpec | undefined): number {
  switch (spec?.environment.type) {
    case 'linear':
    case 'generalized-linear':
      return 3.5e6;
    case 'convex':
      return 5e6;
    case 'combinatorial':
      return 10e6;
    default:
      return 80e6;
  }
}

describe.each(everything)('%s', (_name, one, chosen, trials) => {
  it.each(['quick', 'full'] as const)('has %s specs that the simulator accepts', async (mode) => {
    const specs = one.specs(mode, chosen);
    expect(new Set(specs.map(({ name }) => name)).size).toBe(specs.length);
    // A link brings them back as they are, so that a card knows its own.
    for (const { spec } of specs) expect(await decodeSpec(await encodeSpec(spec))).toEqual(spec);
  });

  it('asks a quick run for few rounds, and a full one for the trials of its paper', () => {
    const specs = one.specs('quick', chosen);
    const quick = specs.reduce((sum, { spec }) => sum + rounds(spec), 0);
    expect(quick).toBeLessThanOrEqual(mostRounds(specs[0]?.spec));
    for (const { spec } of one.specs('full', chosen)) expect(trials).toContain(spec.replicates);
  });

  it('can judge all its claims after a full run, and those that need no more after a quick one', () => {
    const regret = (label: string, round: number) => label.length * Math.log(round);
    for (const mode of ['quick', 'full'] as const) {
      const results = resultsOf(one, mode, regret, { chosen });
      for (const { needs, judge } of claimsOf(one, chosen)) {
        if (mode === 'quick' && needs === 'full') continue;
        const { holds, measured, accepted } = judge(results);
        expect(typeof holds).toBe('boolean');
        expect(measured).not.toMatch(/NaN|undefined|Infinity/);
        expect(accepted).not.toMatch(/NaN|undefined|Infinity/);
      }
    }
  });

  it('says everything once', () => {
    const sentences = claimsOf(one, chosen).map(({ sentence }) => sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('judges nothing that is partial or missing', () => {
    const partial = resultsOf(one, 'full', () => 1, { chosen, partial: true });
    for (const { judge } of claimsOf(one, chosen)) {
      expect(() => judge(partial)).toThrow(RangeError);
      expect(() => judge({})).toThrow(RangeError);
    }
  });
});

const verdictOf = (id: string, sentence: RegExp, results: FigureResults) =>
  judged(figure(id), sentence, results);

describe('verdicts', () => {
  it('compares ratios with their band, with an interval by the delta method', () => {
    const at = (b: number) =>
      resultsOf(figure('1c'), 'full', (label) => (label === 'HeLDP-UCB-B' ? b : 1000));
    expect(verdictOf('1c', /B has 1.6 times/, at(1650))).toEqual({
      holds: true,
      // Each mean has a 1 % half width, so the ratio has 1 % times the root of 2.
      measured: '1.65 (95 %: 1.63 to 1.67)',
      accepted: '1.55 to 1.75',
    });
    expect(verdictOf('1c', /B has 1.6 times/, at(1800)).holds).toBe(false);
  });

  it('reads the growth of a curve between two recorded rounds', () => {
    const grown = (by: number) =>
      resultsOf(figure('1a'), 'full', (_label, round) => (round === 6e6 ? by : 1));
    expect(verdictOf('1a', /At ε = 0.2 the regret grows/, grown(3.7)).holds).toBe(true);
    expect(verdictOf('1a', /At ε = 0.2 the regret grows/, grown(3)).holds).toBe(false);
  });

  it('wants every step of an order', () => {
    const judged = (values: readonly number[]) => {
      const labels = ['ε = 5', 'ε = 2', 'ε = 1', 'ε = 0.5', 'ε = 0.2'];
      const results = resultsOf(
        figure('1a'),
        'quick',
        (label) => values[labels.indexOf(label)] as number,
      );
      return verdictOf('1a', /increases with/, results);
    };
    const order = (values: readonly number[]) => judged(values).holds;
    expect(order([1, 2, 3, 4, 5])).toBe(true);
    expect(order([1, 2, 4, 3, 5])).toBe(false);
    expect(judged([1, 2, 3, 4, 999.7]).measured).toMatch(/ε = 0.2: 1,000 \(95 %: 990 to 1,010\)$/);
  });

  it('fits one line through sixteen points', () => {
    const factor = new Map<string, number>();
    const scatter = figure('2');
    const plot = scatter.plot as Extract<Figure['plot'], { readonly kind: 'scatter' }>;
    const empty = resultsOf(scatter, 'full', () => 1);
    for (const { label, x } of plot.points(empty)) factor.set(label, x);
    expect(factor.size).toBe(16);
    const series = {
      '1e': 'L, discrete',
      '1f': 'B, discrete',
      '1g': 'L, Gaussian',
      '1h': 'B, Gaussian',
    };
    const along = (bend: number) =>
      resultsOf(scatter, 'full', (label, _round, spec) => {
        const x = factor.get(`${series[spec as keyof typeof series]}, ${label}`) as number;
        return 1000 + 2000 * x ** bend;
      });
    expect(verdictOf('2', /one straight line against/, along(1)).measured).toBe(
      'R² = 1.0000; slope 2000, intercept 1000',
    );
    expect(verdictOf('2', /one straight line against/, along(0.5)).holds).toBe(false);
  });

  it('compares Weighted LDP-UCB with the best published run, whichever that is', () => {
    const regret = (label: string) => ({ WBa: 30, 'B(1)': 80 })[label] ?? 100;
    const gains = (results: FigureResults) =>
      verdictOf('gains', /^Gaussian.*Weighted LDP-UCB with La has at most/, results);
    expect(gains(resultsOf(figure('gains'), 'full', regret)).measured).toMatch(/^0\.375/);
    expect(gains(resultsOf(figure('gains'), 'full', regret)).holds).toBe(false);
  });
});

describe('what is drawn of a claim', () => {
  const drawn = (id: string, results: FigureResults) => figure(id).references?.(results) ?? [];
  const ends = (id: string, results: FigureResults) =>
    drawn(id, results).map(({ label, t, mean, low, high }) =>
      [label, ...[t, mean, low, high].map((values) => values?.at(-1))].join(' '),
    );
  /** UCB1 loses a tenth of a unit a round. */
  const rising = (mode: FigureMode) =>
    resultsOf(figure('1c'), mode, (label, round) => (label === 'UCB1' ? round / 10 : 7));

  it('is a multiple of the run that it is relative to: the paper’s where the full run ends', () => {
    expect(ends('1c', rising('full'))).toEqual([
      `paper: B = 1.6 × UCB1 6000000 ${1.6 * 6e5} ${1.55 * 6e5} ${1.75 * 6e5}`,
      `paper: L = 8.6 × UCB1 6000000 ${8.6 * 6e5} ${8.2 * 6e5} ${8.9 * 6e5}`,
    ]);
    const [first] = drawn('1c', rising('full'));
    expect(first?.t[0]).toBeGreaterThanOrEqual(3e6);
    first?.t.forEach((t, i) => {
      expect(first.mean[i]).toBeCloseTo((1.6 * t) / 10, 6);
    });
  });

  it('is under the name of who claims it: no paper speaks of a quick run', () => {
    expect(
      ends(
        '1d',
        resultsOf(figure('1d'), 'quick', () => 10),
      ).map((end) => end.slice(0, 33)),
    ).toEqual(['project: B = 44 × UCB1 1000000 44', 'project: L = 66 × UCB1 1000000 66']);
    for (const { id } of ren2020.figures) {
      for (const mode of ['quick', 'full'] as const) {
        const authors = new Set(figure(id).claims.map(({ claimedBy }) => claimedBy));
        for (const { label } of drawn(
          id,
          resultsOf(figure(id), mode, () => 10),
        ))
          expect(authors).toContain(label.split(':')[0]);
      }
    }
  });

  it('is a level for a growth, and needs the round that the growth starts from', () => {
    const results = resultsOf(figure('1a'), 'full', (_label, round) => (round === 1e6 ? 100 : 1));
    const last = drawn('1a', results).at(-1);
    expect(last?.label).toBe('project: ε = 0.2, 3.7-fold');
    expect(new Set(last?.mean)).toEqual(new Set([370]));
    expect(last?.low?.[0]).toBeCloseTo(333);
    expect(last?.high?.[0]).toBeCloseTo(407);
    expect(
      drawn(
        '1a',
        resultsOf(figure('1a'), 'quick', () => 100),
      ),
    ).toEqual([]);
  });

  it.each([
    ['1a', 'project: ε = 0.5, 1.8-fold', 'ε = 0.5', /ε = 0.5 the regret grows/],
    ['1b', 'project: ε = 0.2, 2-fold', 'ε = 0.2', /ε = 0.2 the regret grows/],
    ['1c', 'paper: B = 1.6 × UCB1', 'HeLDP-UCB-B', /B has 1.6 times/],
    ['1d', 'paper: L = 210 × UCB1', 'HeLDP-UCB-L', /L has 210 times/],
    ['supplement', 'project: LS = 2.1 × BS', 'LS', /LS has 2.1 times/],
  ])('in figure %s ends where the verdict changes: %s', (id, label, subject, sentence) => {
    const ending = (end: number) =>
      resultsOf(figure(id), 'full', (run, round) =>
        run === subject && (id > '1b' || round === 6e6) ? end : 1000,
      );
    const { low, high } = drawn(id, ending(1000)).find((one) => one.label === label) ?? {};
    const [least, most] = [low?.at(-1) ?? 0, high?.at(-1) ?? 0];
    const ends = [0.999 * least, 1.001 * least, 0.999 * most, 1.001 * most];
    const verdicts = ends.map((end) => verdictOf(id, sentence, ending(end)).holds);
    expect(verdicts).toEqual([false, true, true, false]);
  });

  it('is nothing where nothing was measured, and no more than is known of a partial result', () => {
    for (const { id } of ren2020.figures) expect(drawn(id, {})).toEqual([]);
    const [name, whole] = Object.entries(rising('full'))[0] as [string, FigureResults[string]];
    const cut = (end: number) => ({
      [name]: {
        ...whole,
        partial: true,
        curves: whole.curves.map(({ t, mean, ...rest }) => ({
          ...rest,
          t: t.slice(0, end),
          mean: mean.slice(0, end),
        })),
      },
    });
    expect(drawn('1c', cut(0))).toEqual([]);
    expect(drawn('1c', cut(-1))).toEqual([]);
    expect(drawn('1c', cut(Number.POSITIVE_INFINITY))).toHaveLength(2);
    expect(drawn('1c', { [name]: { ...whole, curves: [] } })).toEqual([]);
  });
});

describe('figure 2', () => {
  it('has the factors that the threshold chooser computes', async () => {
    const scatter = figure('2');
    const plot = scatter.plot as Extract<Figure['plot'], { readonly kind: 'scatter' }>;
    const points = plot.points(resultsOf(scatter, 'full', () => 1));
    for (const { name, spec } of scatter.specs('full')) {
      for (const { label, policy, population } of spec.runs) {
        if (population === undefined || !('epsilonMin' in policy)) throw new Error('no threshold');
        const { epsilonMin } = policy;
        // The least threshold of a law that ends there is V of that threshold.
        const at = await factorAt(policy.type, population, epsilonMin as number);
        const point = points.find(
          (candidate) =>
            candidate.label.endsWith(`, ${label}`) && candidate.series === seriesOf(name),
        );
        expect((point?.x ?? 0) / at, `${name} ${label}`).toBeCloseTo(1, 5);
      }
    }
  });
});

const seriesOf = (name: string) =>
  `${name === '1e' || name === '1g' ? 'L' : 'B'}, ${name < '1g' ? 'discrete' : 'Gaussian'}`;

type Population = NonNullable<SimulationSpec['runs'][number]['population']>;

/** V of one threshold: for a table one of its points; a continuous law is cut into cells of 1/1024. */
async function factorAt(type: string, population: Population, threshold: number): Promise<number> {
  const algorithm = type as 'he-ldp-ucb-bernoulli' | 'he-ldp-ucb-laplace';
  const { thresholds, factors } = await chooseThreshold({
    algorithm,
    population: 'levels' in population ? population : cells(threshold),
  });
  const at = thresholds.findIndex((level) => Math.abs(level - threshold) < 1 / 512);
  return factors[at] as number;
}

/** Users of Gaussian(1, 1) below `threshold` silent, the others in cells with their midpoint. */
function cells(threshold: number): Population {
  const width = (8 - threshold) / 4000;
  const levels = [0];
  const probabilities = [0];
  for (let i = 0; i < 4000; i += 1) {
    const x = threshold + (i + 0.5) * width;
    levels.push(x);
    probabilities.push((Math.exp(-((x - 1) ** 2) / 2) / Math.sqrt(2 * Math.PI)) * width);
  }
  probabilities[0] = 1 - probabilities.reduce((sum, p) => sum + p, 0);
  return { levels, probabilities };
}
