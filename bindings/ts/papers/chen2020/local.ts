// F1 and F2: all local learners, on rewards that count the worst part and on seven other families.
import { chosenOf } from '../choices.js';
import { around, type Range, within } from '../claims.js';
import type { Size } from '../setting.js';
import type { Choice, Chosen, Claim, Figure, FigureResults, Reference } from '../types.js';
import { atMostFraction, fraction, grown, type Of, order, over, own } from './claims.js';
import { aboveLower, lowerCurve } from './lower.js';
import {
  epsilon,
  horizon,
  isSmall,
  type Learner,
  labels,
  settingNote,
  sizeOf,
  specOf,
} from './setting.js';
import { type WorldName, worlds } from './worlds.js';

const quick = { horizon: 100_000, replicates: 4 };

/** From the one that should lose least. */
const everywhere: readonly Learner[] = [
  'thompson',
  'bit',
  'bernstein',
  'laplace',
  'printed',
  'corrected',
  'uniformThompson',
  'uniformBit',
];

/** A joint index needs sums of outcomes, and few super arms; so does a report about the sum. */
const learnersIn = (name: WorldName): readonly Learner[] =>
  isSmall(worlds[name]) ? [...everywhere, 'joint', 'sum'] : everywhere;

const specIn = (name: WorldName, size: Size) =>
  specOf(name, worlds[name].environment, [...learnersIn(name), 'free', 'random'], size);

/** What came out of an independent program, as multiples of LDP2 or, for -R and -E, of LDP2-B. */
interface Expected {
  readonly bernstein: Range;
  readonly bit: Range;
  readonly thompson: Range;
  readonly corrected: Range;
  readonly uniformBit?: number;
  readonly joint?: number;
}

const ofMost: Expected = {
  bernstein: [0.2, 0.27],
  bit: [0.085, 0.135],
  thompson: [0.014, 0.06],
  corrected: [2, 8],
};

const expected: Readonly<Record<WorldName, Expected>> = {
  bneck: {
    bernstein: around(0.21),
    bit: around(0.1),
    // Printed with one digit.
    thompson: [0.015, 0.025],
    corrected: [4, 5],
    uniformBit: 1.6,
  },
  topk: { ...ofMost, uniformBit: 2.9 },
  sp: { ...ofMost, uniformBit: 1.5 },
  mst: { ...ofMost, uniformBit: 2.9 },
  match: { ...ofMost, uniformBit: 1.5, joint: 0.32 },
  kpath: { ...ofMost, uniformBit: 1, joint: 0.28 },
  dphard: { ...ofMost, uniformBit: 0.8, joint: 0.24 },
  pmc: { ...ofMost, uniformBit: 1.9 },
};

function claimsIn(name: WorldName, of: Of): readonly Claim[] {
  const { bernstein, bit, thompson, corrected, uniformBit, joint } = expected[name];
  return [
    order(of, ['bit', 'bernstein', 'laplace'], 'quick'),
    order(of, ['thompson', 'bernstein'], 'quick'),
    order(of, ['thompson', 'bit', 'bernstein', 'laplace']),
    ...publishedOrder(name, of),
    fraction(of, ['bernstein', 'laplace'], bernstein),
    fraction(of, ['bit', 'laplace'], bit),
    fraction(of, ['thompson', 'laplace'], thompson),
    fraction(of, ['corrected', 'laplace'], corrected),
    atMostFraction(of, ['bit', 'laplace'], 0.15),
    atMostFraction(of, ['thompson', 'laplace'], 0.15),
    ...(uniformBit === undefined
      ? []
      : [fraction(of, ['uniformBit', 'bit'], around(uniformBit), `about ${uniformBit}`)]),
    ...(joint === undefined
      ? []
      : [fraction(of, ['joint', 'bit'], around(joint), `about ${joint}`)]),
    aboveLower({ ...of, world: worlds[name], trust: 'local', epsilon }, learnersIn(name)),
  ];
}

/** Where K is large against what all K arms of a report tell, the printed radius is the narrower one. */
function publishedOrder(name: WorldName, of: Of): readonly Claim[] {
  if (name === 'dphard') {
    return [order(of, ['printed', 'laplace', 'corrected'])];
  }
  if (name === 'kpath') {
    const sentence = `${labels.printed} has the same regret as ${labels.laplace}.`;
    return [
      within(own(sentence, of), around(1), over(of, 'printed', 'laplace')),
      order(of, ['laplace', 'corrected']),
    ];
  }
  return [order(of, ['laplace', 'printed', 'corrected'])];
}

const lowerIn = (results: FigureResults, name: WorldName): readonly Reference[] =>
  lowerCurve(results, { spec: name, world: worlds[name], trust: 'local', epsilon });

export const figure1: Figure = {
  id: 'F1',
  title: 'A route whose worst part counts',
  says: 'For rewards of bounded infinity-smoothness the regret of algorithm 1 (LDP1), which shares ε among the K arms of a report, has an extra factor of K²; that of algorithm 2 (LDP2), which reports one arm, does not depend on K, which is optimal.',
  source: 'section 3, theorems 2, 4 and 5; experiment F1',
  horizonNote: settingNote,
  specs: (mode) => [specIn('bneck', sizeOf(mode, quick))],
  claims: [
    ...claimsIn('bneck', { spec: 'bneck' }),
    grown({ spec: 'bneck' }, 'corrected', {
      horizon,
      accepted: [1.5, 2.05],
      said: 'has not converged: the second half of the rounds costs at least half of what the first did.',
    }),
  ],
  references: (results) => lowerIn(results, 'bneck'),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

const families: readonly WorldName[] = ['topk', 'sp', 'mst', 'match', 'kpath', 'dphard', 'pmc'];

export const worldChoice = (names: readonly WorldName[]): Choice => ({
  id: 'world',
  label: 'World',
  options: names.map((name) => ({ id: name, label: worlds[name].about })),
  default: 'topk',
});

const choices = [worldChoice(families)];

export const nameIn = (figure: Pick<Figure, 'choices'>, chosen?: Chosen): WorldName =>
  chosenOf(figure, chosen)['world'] as WorldName;

export const figure2: Figure = {
  id: 'F2',
  title: 'Sets, routes, trees, pairs and coverage',
  says: 'For rewards of bounded 1-smoothness, such as sums, the regret of LDP2 grows with K², and no learner is known whose regret grows with K, as the lower bound does. The authors conjecture that K² is the truth.',
  source: 'section 4.1, theorem 6; experiment F2',
  horizonNote: settingNote,
  choices,
  documented: families.map((world) => ({ world })),
  specs: (mode, chosen) => [specIn(nameIn({ choices }, chosen), sizeOf(mode, quick))],
  claims: families.flatMap((name) => claimsIn(name, { spec: name, where: { world: name } })),
  references: (results) => families.flatMap((name) => lowerIn(results, name)),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};
