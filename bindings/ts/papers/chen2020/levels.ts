// F4: what a larger epsilon buys.
import { around, clearlyIncreasing, within } from '../claims.js';
import { quotient, regretOf } from '../measure.js';
import type { Claim, Figure } from '../types.js';
import { order, own } from './claims.js';
import { type Learner, labels, settingNote, sizeOf, specOf } from './setting.js';
import { worlds } from './worlds.js';

const quick = { horizon: 50_000, replicates: 3 };
const levels = [0.5, 1, 2, 4] as const;
const names = ['topk', 'bneck'] as const;
type Name = (typeof names)[number];

const local: readonly Learner[] = ['thompson', 'bit', 'bernstein', 'laplace'];

const specName = (name: Name, level: number) => `${name}, ε = ${level}`;
const at = (name: Name, level: number) => {
  const spec = specName(name, level);
  return { spec, said: spec };
};

const final = (name: Name, learner: Learner, level: number) =>
  regretOf(specName(name, level), labels[learner]);

/** By how much more reports a bit of this level says as much as the outcome itself. */
const bitCost = (level: number) => 1 / Math.tanh(level / 2) ** 2;
const noiseCost = (level: number) => 1 / level ** 2;

const pairs = levels.slice(1).map((level, i) => [levels[i] as number, level] as const);

function proportional(
  name: Name,
  [learner, cost, said]: readonly [Learner, (level: number) => number, string],
): readonly Claim[] {
  return pairs.map(([small, large]) => {
    const factor = cost(small) / cost(large);
    const about = own(
      `from ε = ${small} to ${large} the regret of ${labels[learner]} falls like ${said}, by ${factor.toPrecision(3)}, until convergence within a quarter.`,
      { spec: name, said: name },
    );
    const fallen = quotient(final(name, learner, small), final(name, learner, large));
    return within(about, around(factor, 0.25), fallen);
  });
}

const falling = (name: Name, learner: Learner): Claim =>
  clearlyIncreasing(
    own(`the regret of ${labels[learner]} falls as ε grows from 0.5 to 4.`, {
      spec: name,
      said: name,
    }),
    (results) =>
      [...levels].reverse().map((level) => ({
        name: `ε = ${level}`,
        measured: final(name, learner, level)(results),
      })),
  );

export const figure4: Figure = {
  id: 'F4',
  title: 'What a larger ε buys',
  says: 'The regret of both local algorithms falls like 1/ε², as the lower bounds do.',
  source: 'theorems 2, 4, 5 and 6; experiment F4',
  horizonNote: settingNote,
  specs: (mode) =>
    names.flatMap((name) =>
      levels.map((level) =>
        specOf(
          specName(name, level),
          worlds[name].environment,
          [...local, 'free'],
          sizeOf(mode, quick),
          level,
        ),
      ),
    ),
  claims: [
    ...names.flatMap((name) =>
      levels.flatMap((level) => [
        ...local
          .slice(0, 2)
          .map((learner) => order(at(name, level), [learner, 'laplace'], 'quick')),
        order(at(name, level), ['thompson', 'bit', 'bernstein', 'laplace']),
      ]),
    ),
    ...names.flatMap((name) => local.map((learner) => falling(name, learner))),
    ...names.flatMap((name) => [
      ...proportional(name, ['bit', bitCost, 'the cost of a bit']),
      ...proportional(name, ['laplace', noiseCost, '1/ε²']),
    ]),
    order(at('topk', 4), ['bit', 'free']),
  ],
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};
