// Figures 1a and 1b: all visitors have one privacy level.
import { around, atMost, increasing, own, paper, ranked, within } from '../claims.js';
import { growth, quotient, regretOf } from '../measure.js';
import { growth as growthReference } from '../references.js';
import type { Claim, Figure, FigureMode, FigureResults, NamedSpec, Reference } from '../types.js';
import { bernoulli, horizon, horizonNote, run, sizeOf, specOf } from './setting.js';

const algorithms = { L: 'he-ldp-ucb-laplace', B: 'he-ldp-ucb-bernoulli' } as const;
type Letter = keyof typeof algorithms;

/** Largest first: the order in which regrets increase. */
const levels = [5, 2, 1, 0.5, 0.2] as const;
/** By how much the regret grows from 1 to 6 million rounds: nearly flat once learnt. */
const growths: Record<Letter, readonly number[]> = {
  L: [1.2, 1.3, 1.4, 1.8, 3.7],
  B: [1.2, 1.2, 1.2, 1.4, 2.0],
};
const quick = { horizon: 1_000_000, replicates: 14 };

const labelOf = (epsilon: number) => `ε = ${epsilon}`;

function homogeneous(letter: Letter, size: typeof quick) {
  const runs = levels.map((epsilon) =>
    run(labelOf(epsilon), { type: algorithms[letter], bound: 'L4' }, { epsilon }),
  );
  return specOf(letter, bernoulli, runs, size);
}

function orderClaim(letter: Letter): Claim {
  return increasing(
    paper(`The regret of HeLDP-UCB-${letter} increases with 1/ε.`, { needs: 'quick' }),
    ranked(letter, levels.map(labelOf)),
  );
}

const early = 1_000_000;
/** What is accepted of a growth: that share less or more. */
const tolerance = 0.1;

function growthClaims(letter: Letter): readonly Claim[] {
  return levels.map((epsilon, i) => {
    const expected = growths[letter][i] as number;
    return within(
      own(`At ε = ${epsilon} the regret grows ${expected}-fold from 1 to 6 million rounds.`),
      around(expected, tolerance),
      growth(letter, labelOf(epsilon), early, horizon),
    );
  });
}

const growthReferences = (letter: Letter) => (results: FigureResults) =>
  levels.flatMap((epsilon, i): readonly Reference[] => {
    const factor = growths[letter][i] as number;
    return growthReference(results, {
      spec: letter,
      of: labelOf(epsilon),
      label: `${labelOf(epsilon)}, ${factor}-fold`,
      claimedBy: 'project',
      factor,
      accepted: around(factor, tolerance),
      since: early,
      horizon,
    });
  });

/** Every curve of B lies below that of L at the end. */
const belowClaims: readonly Claim[] = levels.map((epsilon) =>
  atMost(
    paper(`At ε = ${epsilon} HeLDP-UCB-B has less regret than HeLDP-UCB-L.`, { needs: 'quick' }),
    1,
    quotient(regretOf('B', labelOf(epsilon)), regretOf('L', labelOf(epsilon))),
  ),
);

const source = 'section 4.1';
const plot = { kind: 'curves', rounds: 'linear' } as const;

export const figure1a: Figure = {
  id: '1a',
  title: 'HeLDP-UCB-L at several ε',
  says: 'The regret of HeLDP-UCB-L increases with 1/ε, and it converges more slowly as ε decreases.',
  source: `${source}, figure 1 (a)`,
  horizonNote,
  specs: (mode) => [homogeneous('L', sizeOf(mode, quick))],
  claims: [orderClaim('L'), ...growthClaims('L')],
  references: growthReferences('L'),
  plot,
};

export const figure1b: Figure = {
  id: '1b',
  title: 'HeLDP-UCB-B at several ε',
  says: 'The same as in figure 1 (a), for HeLDP-UCB-B. Between the two figures: B has less regret than L at every ε.',
  source: `${source}, figure 1 (b)`,
  horizonNote,
  specs: bothAlgorithms,
  claims: [orderClaim('B'), ...growthClaims('B'), ...belowClaims],
  references: growthReferences('B'),
  plot,
};

/** L too, since B is compared with it; a quick run shares its time between them. */
function bothAlgorithms(mode: FigureMode): readonly NamedSpec[] {
  const size = sizeOf(mode, { ...quick, replicates: quick.replicates / 2 });
  return [homogeneous('B', size), homogeneous('L', size)];
}
