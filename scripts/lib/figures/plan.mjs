// Which runs the figures need. A run depends on its seed and settings only, not on the runs beside it,
// and a long run begins as a short one does: so a run that several figures show is played once, to
// their longest horizon.
import { chosenOf } from 'ldp-bandits/papers';

/** Everything that the course of a run depends on. */
function identityOf({ seed, replicates, environment, regret }, { label: _, ...run }) {
  return JSON.stringify({ seed, replicates, environment, regret, run });
}

/** The rounds at which a spec of the figures records. */
const timesOf = ({ record, horizon }) => [...new Set([...record.times, horizon])];

/**
 * The runs behind the specs of one figure, each once: {identity, horizon, times, spec, rounds}. `spec`
 * plays this run and no other.
 */
function runsOf(specs) {
  const runs = new Map();
  for (const { spec } of specs) {
    for (const run of spec.runs) {
      const identity = identityOf(spec, run);
      const known = runs.get(identity);
      const horizon = Math.max(spec.horizon, known?.horizon ?? 0);
      const times = [...new Set([...timesOf(spec), ...(known?.times ?? [])])].sort((a, b) => a - b);
      const alone = { ...spec, horizon, runs: [run], record: { times } };
      const rounds = horizon * spec.replicates;
      runs.set(identity, { identity, horizon, times, spec: alone, rounds });
    }
  }
  return runs;
}

/** The settings in which a figure is documented: one, but for figures with switches. */
export const settingsOf = (figure) =>
  (figure.documented ?? [{}]).map((chosen) => chosenOf(figure, chosen));

/**
 * The figures in all their settings, cheapest first, each with the runs that nothing before it has
 * played: [{figure, chosen, specs, runs}].
 */
export function plan(figures, mode) {
  const left = new Set(
    figures.flatMap((figure) =>
      settingsOf(figure).map((chosen) => {
        const specs = figure.specs(mode, chosen);
        return { figure, chosen, specs, identities: [...runsOf(specs).keys()] };
      }),
    ),
  );
  const all = runsOf([...left].flatMap(({ specs }) => specs));
  const played = new Set();
  const steps = [];
  while (left.size > 0) {
    const candidates = Array.from(left, (one) => {
      const runs = one.identities
        .filter((identity) => !played.has(identity))
        .map((identity) => all.get(identity));
      return { one, runs, rounds: runs.reduce((sum, run) => sum + run.rounds, 0) };
    });
    const [{ one, runs }] = candidates.sort((a, b) => a.rounds - b.rounds);
    for (const { identity } of runs) played.add(identity);
    left.delete(one);
    const { figure, chosen, specs } = one;
    steps.push({ figure, chosen, specs, runs });
  }
  return steps;
}

/** The results of a figure, put together from its runs; `find(identity, spec)` gives a curve. */
export function assemble(specs, find) {
  const results = specs.map(({ name, spec }) => {
    const curves = spec.runs.map((run) => {
      const curve = find(identityOf(spec, run), spec);
      return { ...cut(curve, timesOf(spec)), label: run.label };
    });
    return [name, { spec, curves, partial: false }];
  });
  return Object.fromEntries(results);
}

/** The curve at some of its record times. */
function cut({ t, mean, low, high, replicates, plays, stopped }, times) {
  const at = times.map((time) => t.indexOf(time));
  if (at.includes(-1)) throw new RangeError('a cached run has not recorded what is asked for');
  const pick = (values) => Float64Array.from(at, (index) => values[index]);
  return {
    t: pick(t),
    mean: pick(mean),
    low: pick(low),
    high: pick(high),
    replicates,
    ...(plays && { plays: joined(plays, t, at) }),
    ...(stopped && { stopped: readStopped(stopped) }),
  };
}

/** From JSON or as it was: a replicate that never stopped has NaN, or null. */
const readStopped = ({ rounds, answers, wrong, notBest = wrong }) => ({
  rounds: Float64Array.from(rounds, (round) => round ?? Number.NaN),
  answers: Int32Array.from(answers),
  wrong,
  notBest,
});

/** Shares of the rounds since the record time before, where some of the record times are left out. */
function joined(plays, t, at) {
  const arms = plays.length / t.length;
  return Float64Array.from({ length: at.length * arms }, (_, i) => {
    const arm = i % arms;
    const row = Math.floor(i / arms);
    const [first, last] = [row === 0 ? 0 : at[row - 1] + 1, at[row]];
    const start = first === 0 ? 0 : t[first - 1];
    let rounds = 0;
    for (let j = first; j <= last; j += 1) {
      rounds += plays[j * arms + arm] * (t[j] - (j === 0 ? 0 : t[j - 1]));
    }
    return rounds / (t[last] - start);
  });
}
