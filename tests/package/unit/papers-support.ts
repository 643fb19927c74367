// Made-up results: what a figure's judges would read if the regret of every run were known.
import {
  type Choice,
  type Chosen,
  claimsOf,
  type Figure,
  type FigureMode,
  type FigureResults,
} from 'ldp-bandits/papers';
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { expect } from 'vitest';

export const rounds = ({ horizon, replicates, runs }: SimulationSpec) =>
  horizon * replicates * runs.length;

const rules = /kl-lucb|successive-elimination|lil-ucb|sequential-halving/;
const stops = (label: string, { runs }: SimulationSpec) =>
  rules.test(runs.find((run) => run.label === label)?.policy.type ?? '');

export function resultsOf(
  figure: Figure,
  mode: FigureMode,
  regretAt: (label: string, round: number, spec: string) => number,
  { partial = false, chosen = {} as Chosen } = {},
): FigureResults {
  const results = figure.specs(mode, chosen).map(({ name, spec }) => {
    const times = Float64Array.from((spec.record as { readonly times: number[] }).times);
    const curves = spec.runs.map(({ label }) => {
      const mean = times.map((t) => regretAt(label, t, name));
      return {
        label,
        t: times,
        mean,
        low: mean.map((value) => 0.99 * value),
        high: mean.map((value) => 1.01 * value),
        replicates: spec.replicates,
        // The regret stands for the round too: half of the replicates stop there, the others a round later.
        ...(stops(label, spec) && {
          stopped: {
            rounds: Float64Array.from(
              { length: spec.replicates },
              (_, i) => Math.round(regretAt(label, spec.horizon, name)) + (i % 2),
            ),
            answers: new Int32Array(spec.replicates),
            wrong: 0,
            notBest: 0,
          },
        }),
        ...(spec.environment.type === 'combinatorial' && {
          plays: new Float64Array(times.length * spec.environment.means.length).fill(0.5),
        }),
      };
    });
    return [name, { spec, curves, partial }] as const;
  });
  return Object.fromEntries(results);
}

/** Every way in which the switches of a figure can stand: one where it has none. */
export function waysOf({ choices = [] }: Figure): readonly Chosen[] {
  return choices.reduce<readonly Chosen[]>(
    (known, { id, options }: Choice) =>
      known.flatMap((chosen) => options.map((option) => ({ ...chosen, [id]: option.id }))),
    [{}],
  );
}

/** What the one claim of a figure with this sentence makes of results. */
export function verdictOf(
  figure: Figure,
  sentence: RegExp,
  results: FigureResults,
  chosen: Chosen = {},
) {
  const claims = claimsOf(figure, chosen).filter((claim) => sentence.test(claim.sentence));
  expect(claims, `${sentence}`).toHaveLength(1);
  return (claims[0] as Figure['claims'][number]).judge(results);
}
