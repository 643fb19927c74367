// Figures 1a, 1b and 1c: all algorithms at one epsilon.

import { chosenOf } from '../choices.js';
import type { Chosen, Claim, Figure } from '../types.js';
import { choices, documented } from './choices.js';
import { ownClaims, paperClaims } from './claims.js';
import { findings } from './findings.js';
import { type Epsilon, settingNote, specOf, trials } from './setting.js';

function panel(letter: string, epsilon: Epsilon, says: string): Figure {
  const claims: readonly Claim[] = [...paperClaims(epsilon), ...ownClaims(epsilon)];
  return {
    id: `1${letter}`,
    title: `Regret with private contexts at ε = ${epsilon}`,
    says,
    source: `section 5, figure 1 (${letter})`,
    horizonNote: settingNote,
    choices,
    documented,
    findings: findings[epsilon],
    specs: (mode, chosen?: Chosen) => [
      specOf(epsilon, chosenOf({ choices }, chosen), trials[mode]),
    ],
    claims,
    plot: { kind: 'curves', rounds: 'linear' },
  };
}

const outperforms =
  'OnlineUCB significantly outperforms the previous best LDP algorithm and also SDP and JDP, which need to trust a shuffler or the server.';

export const figure1a = panel(
  'a',
  0.2,
  'In the high privacy domain (ε = 0.2) OnlineUCB does not do as well, but still outperforms LDP LinUCB and has a regret comparable to that of shuffle LinUCB.',
);
export const figure1b = panel(
  'b',
  1,
  `In the low privacy domain (ε = 1 and ε = 10) ${outperforms}`,
);
export const figure1c = panel('c', 10, `At ε = 10, as at ε = 1, ${outperforms}`);
