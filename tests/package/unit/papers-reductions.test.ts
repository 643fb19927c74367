// The experiments on reductions as data: that each number of rounds is a run that is told it, and judges that
// read when a rule stopped and where a bound lies. That the claims hold is for
// tests/statistical/figures.test.mjs and docs/figures.
import {
  type Chosen,
  claimsOf,
  type Figure,
  type FigureResults,
  zheng2020,
} from 'ldp-bandits/papers';
import { bestArmSampleCount, convexTheoryCurve, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { verdictOf as judged, resultsOf, waysOf } from './papers-support.js';

const figure = (id: string) => zheng2020.figures.find((candidate) => candidate.id === id) as Figure;

const verdictOf = (id: string, chosen: Chosen, sentence: RegExp, results: FigureResults) =>
  judged(figure(id), sentence, results, chosen);

describe('the specs', () => {
  const all = zheng2020.figures.flatMap((one) =>
    waysOf(one).flatMap((chosen) => one.specs('full', chosen).map(({ spec }) => spec)),
  );

  it('tell every learner of points its horizon, and every rule its budget or less', () => {
    for (const { horizon, runs, environment } of all) {
      for (const { policy } of runs) {
        const { horizon: told, maximumPulls = horizon } = policy as {
          readonly horizon?: number;
          readonly maximumPulls?: number;
        };
        if (environment.type === 'convex') expect(told).toBe(horizon);
        expect(maximumPulls).toBeLessThanOrEqual(horizon);
      }
    }
  });

  it('have one seed, so that a run which two figures show is played once', () => {
    expect(new Set(all.map(({ seed }) => seed))).toEqual(new Set(['zheng2020']));
    const bits = (id: string) =>
      figure(id)
        .specs('full')
        .flatMap(({ spec }) => spec.runs.map((run) => JSON.stringify([spec.environment, run])));
    const shared = bits('noise').filter((run) => bits('rounds').includes(run));
    expect(shared).toHaveLength(6);
  });

  it('have a delta where reports are Gaussian, and nowhere else', () => {
    for (const { runs } of all) {
      for (const { label, policy } of runs) {
        const { delta, mechanism, type } = policy as { delta?: number; mechanism?: string } & {
          readonly type: string;
        };
        const needs = mechanism === 'gaussian' || type === 'ldp-glm-published';
        expect(delta, label).toBe(needs ? 1e-5 : undefined);
      }
    }
  });
});

describe('bounds of table 1', () => {
  const rows = figure('rounds').specs('full')[0]?.spec as SimulationSpec;

  it('are what the theory of the steps says', async () => {
    const specs = figure('rounds').specs('full').slice(-5);
    expect(rows.environment.type).toBe('convex');
    // What the reference worlds are: the range with noise, slopes and curvature.
    const known: Readonly<Record<string, object>> = {
      absolute: { lossLow: -0.2, lossHigh: 1.7, lipschitz: 1 },
      quadratic: { lossLow: -0.2, lossHigh: 1.325, lipschitz: 1.5, smoothness: 1, curvature: 1 },
      'absolute-quadratic': { lossLow: -0.2, lossHigh: 2.825, lipschitz: 2.5, curvature: 1 },
      'linear-absolute': { lipschitz: 1 },
      'random-quadratic': { lipschitz: 1.7, curvature: 1 },
    };
    for (const { spec } of specs) {
      if (spec.environment.type !== 'convex') throw new TypeError(spec.environment.type);
      const { set, loss } = spec.environment;
      for (const { label, policy } of spec.runs) {
        const given = takenBy(policy as { type: string; losses: string }, known[loss] ?? {});
        const algorithm = { ...given, set };
        const [bound = 0] = await convexTheoryCurve({
          algorithm: algorithm as { readonly type: string },
          epsilon: 1,
          rounds: [spec.horizon],
        });
        const results = resultsOf(figure('rounds'), 'full', () => bound);
        const sentence = new RegExp(`^${label}: the regret after 2\\^18 rounds is below`);
        expect(verdictOf('rounds', {}, sentence, results).measured).toMatch(/^1\.00 /);
      }
    }
  });

  /** Each learner takes what its bound needs, and refuses the rest. */
  function takenBy(policy: { type: string; losses: string }, known: object) {
    const { type, losses } = policy;
    const needs: Readonly<Record<string, readonly string[]>> = {
      'ldp-one-point convex': ['lossLow', 'lossHigh', 'lipschitz'],
      'ldp-one-point strongly-convex': ['lossLow', 'lossHigh', 'lipschitz', 'curvature'],
      'ldp-one-point smooth': ['lossLow', 'lossHigh', 'lipschitz', 'smoothness'],
      'ldp-one-point strongly-convex-smooth': ['lossLow', 'lossHigh', 'smoothness', 'curvature'],
      'ldp-two-point convex': ['lipschitz'],
      'ldp-two-point strongly-convex': ['lipschitz', 'curvature'],
    };
    const names = needs[`${type} ${losses}`] ?? [];
    const taken = Object.entries(known).filter(([name]) => names.includes(name));
    return { type, losses, ...Object.fromEntries(taken) };
  }
});

describe('best arms', () => {
  const chosen = { instance: 'linear' };
  const within15 = /^ε = 1: KL-LUCB stops within 15 %/;
  const stoppingAt = (round: number) =>
    resultsOf(figure('best-arm'), 'full', () => round, { chosen });

  it('are judged by when runs stopped', () => {
    expect(verdictOf('best-arm', chosen, within15, stoppingAt(150_000)).holds).toBe(true);
    expect(verdictOf('best-arm', chosen, within15, stoppingAt(200_000)).holds).toBe(false);
  });

  it('count a run that never stopped with all its rounds', () => {
    const results = stoppingAt(150_000);
    const [curve] = results['ε = 1']?.curves ?? [];
    curve?.stopped?.rounds.fill(Number.NaN);
    expect(verdictOf('best-arm', chosen, within15, results)).toMatchObject({
      holds: false,
      measured: '4.00',
    });
  });

  it.each(['linear', 'sparse'])('are predicted as the theory does: %s', async (instance) => {
    for (const { name, spec } of figure('best-arm').specs('full', { instance })) {
      if (spec.environment.type !== 'bernoulli') throw new TypeError(spec.environment.type);
      const { means } = spec.environment;
      const epsilon = spec.runs[0]?.epsilon;
      const { total } = await bestArmSampleCount({ means, ...(epsilon && { epsilon }) });
      const claim = claimsOf(figure('best-arm'), { instance }).find(({ sentence }) =>
        sentence.startsWith(`${name}: KL-LUCB stops within`),
      );
      const said = /predicted, ([\d,]+) visitors/.exec(claim?.sentence ?? '')?.[1] ?? '';
      expect(Number(said.replaceAll(',', '')) / total).toBeCloseTo(1, 2);
    }
  });
});
