// Figure 1 of the linear paper as data: what its switches change, and judges that read error bars. That its
// claims hold is for tests/statistical/figures.test.mjs and docs/figures.
import {
  type Chosen,
  chosenOf,
  claimsOf,
  type Figure,
  type FigureResults,
  onlineLdpLinear,
} from 'ldp-bandits/papers';
import { describe, expect, it } from 'vitest';
import { verdictOf as judged, resultsOf, waysOf } from './papers-support.js';

const figure = (id: string) =>
  onlineLdpLinear.figures.find((candidate) => candidate.id === id) as Figure;
const runsOf = (id: string, chosen: Chosen = {}) =>
  figure(id).specs('full', chosen)[0]?.spec.runs ?? [];
const policyOf = (label: string, chosen: Chosen = {}) => {
  const found = runsOf('1c', chosen).find((run) => run.label === label)?.policy;
  return found as unknown as Record<string, unknown> | undefined;
};
const sentences = (id: string, chosen: Chosen = {}) =>
  claimsOf(figure(id), chosen).map(({ sentence }) => sentence);

describe('the experiment', () => {
  it('is that of section 5: 100 arms, 5 features, 20,000 rounds, 50 trials, three levels', () => {
    for (const [id, epsilon] of [
      ['1a', 0.2],
      ['1b', 1],
      ['1c', 10],
    ] as const) {
      const [{ spec } = { spec: undefined }] = figure(id).specs('full');
      expect(spec).toMatchObject({ horizon: 20_000, replicates: 50 });
      expect(spec?.environment).toEqual({
        type: 'linear',
        dimension: 5,
        arms: 100,
        contexts: 'fresh',
      });
      for (const { epsilon: own } of spec?.runs ?? []) expect([undefined, epsilon]).toContain(own);
    }
  });

  it('has δ = 0.1 wherever an algorithm has a δ, and none for the two that keep pure ε', () => {
    for (const { label, policy } of runsOf('1b')) {
      const { delta } = policy as { readonly delta?: number };
      const pure = /no privacy|ball|Moments|Uniform/.test(label);
      expect(delta, label).toBe(pure ? undefined : 0.1);
    }
  });

  it('plays all six algorithms, both mechanisms, the default learner and chance', () => {
    const types = runsOf('1a', { learner: 'both' }).map(({ policy }) => policy.type);
    expect([...new Set(types)].sort()).toEqual([
      'jdp-linucb',
      'ldp-linear-moments',
      'ldp-linucb',
      'oful',
      'online-ldp-linucb',
      'private-bandits-combiner',
      'shuffle-linucb',
      'uniform',
    ]);
  });

  it('says which part of the setting is not the paper’s', () => {
    for (const { horizonNote } of onlineLdpLinear.figures) expect(horizonNote).toMatch(/δ = 0\.1/);
  });
});

describe('the switches', () => {
  it('have every combination of arms, noise and radius in the document, with both learners', () => {
    const { choices = [], documented = [] } = figure('1b');
    expect(choices.map(({ id }) => id)).toEqual(['world', 'noise', 'radius', 'learner']);
    const wanted = waysOf(figure('1b')).filter(({ learner }) => learner === 'both');
    expect(documented).toHaveLength(12);
    for (const way of wanted) expect(documented).toContainEqual(way);
  });

  it('change the arms, the noise, the radius and the learner, and nothing beside', () => {
    const [{ spec } = { spec: undefined }] = figure('1c').specs('quick', { world: 'fixed' });
    expect(spec?.environment).toMatchObject({ contexts: 'fixed' });
    expect(policyOf('LDP-LinUCB', { noise: 'published' })).toEqual({
      ...policyOf('LDP-LinUCB'),
      calibration: 'published',
    });
    expect(policyOf('LDP-LinUCB', { radius: 'theory' })).toEqual({
      ...policyOf('LDP-LinUCB'),
      radius: 'theory',
    });
    expect(policyOf('JDP-LinUCB', { noise: 'published' })).toMatchObject({
      noise: 'gaussian-published',
    });
    expect(policyOf('Shuffle LinUCB, vector sum', { noise: 'published' })).toMatchObject({
      noise: 'vector-sum',
    });
    expect(policyOf('Online LDP LinUCB, Maler')).toBeUndefined();
    expect(policyOf('Online LDP LinUCB, Maler', { learner: 'both' })).toMatchObject({
      learner: 'maler',
    });
  });

  it('leave the tuned radius of Online LDP LinUCB where only the comparators go by theory', () => {
    expect(policyOf('Online LDP LinUCB', { radius: 'theory' })).toEqual(
      policyOf('Online LDP LinUCB'),
    );
    expect(policyOf('Online LDP LinUCB', { radius: 'published' })).toMatchObject({
      radius: 'published',
    });
  });

  it('are completed by defaults, and refuse what they do not have', () => {
    expect(chosenOf(figure('1a'), { radius: 'theory' })).toEqual({
      world: 'fresh',
      noise: 'tight',
      radius: 'theory',
      learner: 'ogd',
    });
    expect(() => figure('1a').specs('quick', { radius: 'wide' })).toThrow(
      'radius has no option wide; it has practical, theory, published',
    );
    expect(() => claimsOf(figure('1a'), { color: 'red' })).toThrow(
      'no choice color; it has world, noise, radius, learner',
    );
  });

  it('pick the claims that are about what is chosen', () => {
    const order = /^Against comparators with the radius of theory/;
    expect(sentences('1c', { radius: 'theory' }).some((one) => order.test(one))).toBe(true);
    expect(sentences('1c').some((one) => order.test(one))).toBe(false);
    expect(sentences('1c').some((one) => /Maler/.test(one))).toBe(false);
    expect(sentences('1c', { learner: 'both' }).some((one) => /Maler/.test(one))).toBe(true);
  });
});

describe('what the paper says', () => {
  const papersOwn = (id: string, chosen: Chosen) =>
    claimsOf(figure(id), chosen).filter(({ claimedBy }) => claimedBy === 'paper');

  it.each([
    [{}],
    [{ radius: 'theory' }],
    [{ noise: 'published', radius: 'published' }],
    [{ noise: 'published', radius: 'practical' }],
    [{ world: 'fixed', radius: 'theory' }],
  ])('is judged in each setting that it may have had: %j', (chosen) => {
    for (const id of ['1a', '1b', '1c']) {
      const all = papersOwn(id, { learner: 'both', ...chosen });
      expect(all).toHaveLength(id === '1a' ? 3 : 4);
      for (const { needs } of all) expect(needs).toBe('full');
    }
  });

  it('is refused where the difference is within the error bars', () => {
    const [claim] = papersOwn('1c', {});
    const at = (ours: number) =>
      claim?.judge(
        resultsOf(figure('1c'), 'full', (label) => (label === 'LDP-LinUCB' ? 1000 : ours)),
      );
    // Half a band is 1 % of the mean, or two standard errors (2.01) of 50 trials.
    expect(at(950)?.holds).toBe(true);
    expect(at(993)?.holds).toBe(false);
    expect(at(1001)?.holds).toBe(false);
    expect(at(950)?.measured).toMatch(/LDP-LinUCB: 1,000 .*; that is 7\.3 standard errors apart$/);
    expect(at(950)?.accepted).toBe(
      'Online LDP LinUCB < LDP-LinUCB, each by more than 2 standard errors',
    );
  });

  it('is about the learner that the switch says: Maler, as in the paper, where both are played', () => {
    const claimOf = (learner: string) =>
      papersOwn('1c', { learner }).find(({ sentence }) => /than LDP-LinUCB/.test(sentence));
    const judged = (learner: string) => {
      const regret = (label: string) =>
        ({ 'Online LDP LinUCB': 2000, 'Online LDP LinUCB, Maler': 500 })[label] ?? 1000;
      const results = resultsOf(figure('1c'), 'full', regret, { chosen: { learner } });
      return claimOf(learner)?.judge(results).holds;
    };
    expect(judged('ogd')).toBe(false);
    expect(judged('both')).toBe(true);
  });

  it('that gradient descent does as well as Maler holds within a quarter', () => {
    const both = { learner: 'both' };
    const claim = papersOwn('1b', both).find(({ sentence }) => /as well as Maler/.test(sentence));
    const at = (maler: number) => {
      const regret = (label: string) => (/Maler/.test(label) ? maler : 1000);
      return claim?.judge(resultsOf(figure('1b'), 'full', regret, { chosen: both })).holds;
    };
    expect([800, 1000, 1300].map(at)).toEqual([true, true, true]);
    expect([700, 1400].map(at)).toEqual([false, false]);
  });
});

describe('what this project says', () => {
  const verdict = (id: string, sentence: RegExp, results: FigureResults, chosen: Chosen = {}) =>
    judged(figure(id), sentence, results, chosen);

  it('promises a regret of its own learner where the issue does', () => {
    const at = (regret: number) =>
      verdict(
        '1b',
        /at most 2,500 of regret/,
        resultsOf(figure('1b'), 'full', () => regret),
      );
    expect(at(2400)?.holds).toBe(true);
    expect(at(2600)?.holds).toBe(false);
    expect(sentences('1c').some((one) => /at most 1,000 of regret/.test(one))).toBe(true);
    expect(sentences('1a').some((one) => /of regret\./.test(one))).toBe(false);
  });

  it('compares its learner with both local ones in both worlds', () => {
    for (const world of ['fresh', 'fixed'])
      for (const id of ['1a', '1b', '1c']) {
        const own = sentences(id, { world }).filter((one) =>
          /default learner, with δ = 0,/.test(one),
        );
        expect(own).toHaveLength(2);
      }
  });

  it('wants every step of an order to be clear', () => {
    const labels = [
      'LinUCB, no privacy',
      'JDP-LinUCB',
      'Shuffle LinUCB',
      'Online LDP LinUCB',
      'Uniform play',
    ];
    const order = (values: readonly number[]) =>
      verdict(
        '1c',
        /^With tuned radii: LinUCB, then JDP, then shuffle, then Online/,
        resultsOf(figure('1c'), 'full', (label) => values[labels.indexOf(label)] ?? 5),
      )?.holds;
    expect(order([100, 200, 300, 1400, 9400])).toBe(true);
    expect(order([100, 200, 200.5, 1400, 9400])).toBe(false);
    expect(order([200, 100, 300, 1400, 9400])).toBe(false);
  });

  it('measures the spread over the trials from the band', () => {
    // A half band of 1 % is a standard error of 1/2.0096 % and a deviation of 3.52 % over 50 trials.
    const narrow = verdict(
      '1b',
      /^At ε = 1 the regret of LDP-LinUCB has a standard deviation/,
      resultsOf(figure('1b'), 'full', () => 1000),
    );
    expect(narrow?.holds).toBe(false);
    expect(narrow?.measured).toMatch(/^0\.0352 /);
  });

  it('says how much δ the published noise really has', () => {
    const sigma = (2 * Math.sqrt(2 * Math.log(1.25 / 0.1))) / 10;
    // Both parts together move by the root of 4 + range².
    const delta = (range: number) => gaussianDelta(10, Math.hypot(2, range) / sigma).toFixed(2);
    const said = onlineLdpLinear.findings?.join(' ') ?? '';
    expect(said).toContain(`a δ of ${delta(1)} at that ε, and of ${delta(2)} where rewards`);
  });

  it('has findings, on every card and of the paper', () => {
    expect(onlineLdpLinear.findings?.join(' ')).toMatch(/Not reproduced at ε = 1/);
    for (const { findings } of onlineLdpLinear.figures) expect(findings?.length).toBeGreaterThan(0);
  });
});

/** Least δ of Gaussian noise at ε, where values differ by `mu` of its standard deviation. Balle and Wang 2018. */
function gaussianDelta(epsilon: number, mu: number): number {
  return below(mu / 2 - epsilon / mu) - Math.exp(epsilon) * below(-mu / 2 - epsilon / mu);
}

/** The normal distribution function, by Simpson's rule from 12 below. */
function below(x: number): number {
  const steps = 4000;
  const width = (x + 12) / steps;
  const density = (at: number) => Math.exp(-(at ** 2) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(-12) + density(x);
  for (let i = 1; i < steps; i += 1) sum += (i % 2 === 1 ? 4 : 2) * density(-12 + i * width);
  return (sum * width) / 3;
}
