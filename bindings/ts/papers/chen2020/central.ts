// F3: what trusting the server buys, as published and with less noise.

import { within } from '../claims.js';
import type { Claim, Figure, FigureResults, Reference } from '../types.js';
import { fraction, grown, type Of, order, over, own } from './claims.js';
import { nameIn, worldChoice } from './local.js';
import { aboveLower, lowerCurve } from './lower.js';
import { epsilon, horizon, type Learner, labels, settingNote, sizeOf, specOf } from './setting.js';
import { type WorldName, worlds } from './worlds.js';

const quick = { horizon: 100_000, replicates: 4 };

const names = Object.keys(worlds) as readonly WorldName[];

const trusting: readonly Learner[] = [
  'dpBatchesLeast',
  'dpBatches',
  'dpTightLeast',
  'dpTight',
  'dp',
];

/** Where one outcome of a slate says as much as all of it. */
const alike: readonly WorldName[] = ['kpath', 'dphard'];

function claimsIn(name: WorldName): readonly Claim[] {
  const of: Of = { spec: name, where: { world: name } };
  const comparable = `${labels.dpBatches} is comparable to ${labels.bit}: within a factor of 2.`;
  return [
    order(of, ['dpBatches', 'dpTight'], 'quick'),
    order(of, ['dpBatches', 'dpTight', 'dp']),
    grown(of, 'dp', {
      horizon,
      accepted: [1.8, 2.05],
      said: 'is still linear: its second half costs nearly as much as the first.',
    }),
    fraction(of, ['dpTight', 'dp'], [0.05, 0.17]),
    fraction(of, ['dpTightLeast', 'dpTight'], [0.5, 1.05]),
    fraction(of, ['dpBatches', 'dpTight'], [0.115, 0.145]),
    order(
      of,
      alike.includes(name) ? ['dpBatches', 'dpBatchesLeast'] : ['dpBatchesLeast', 'dpBatches'],
    ),
    order(of, ['bit', 'dpTight']),
    within(own(comparable, of), [0.5, 2], over(of, 'dpBatches', 'bit')),
    aboveLower({ ...of, world: worlds[name], trust: 'central', epsilon }, trusting),
  ];
}

const lowerIn = (results: FigureResults, name: WorldName): readonly Reference[] =>
  lowerCurve(results, { spec: name, world: worlds[name], trust: 'central', epsilon });

const choices = [worldChoice(names)];

export const figure3: Figure = {
  id: 'F3',
  title: 'A server that is trusted: trees and growing batches',
  says: 'With a trusted server, which sees every outcome and keeps a tree of noisy sums for each arm (algorithm 3), the regret grows with K only, up to powers of ln T; this is nearly optimal.',
  source: 'section 4.2 and 4.3, theorems 7 to 9; experiment F3',
  horizonNote: settingNote,
  choices,
  documented: names.map((world) => ({ world })),
  specs: (mode, chosen) => {
    const name = nameIn({ choices }, chosen);
    const learners: readonly Learner[] = [...trusting, 'bit', 'free', 'random'];
    return [specOf(name, worlds[name].environment, learners, sizeOf(mode, quick))];
  },
  claims: names.flatMap(claimsIn),
  references: (results) => names.flatMap((name) => lowerIn(results, name)),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};
