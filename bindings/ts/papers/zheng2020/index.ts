import type { Paper } from '../types.js';
import { adversary } from './arms.js';
import { bestArm, bestArmErrors } from './best-arm.js';
import { findings } from './findings.js';
import { clicks } from './links.js';
import { clickLevels, clicksLong } from './links-levels.js';
import { fixedArms, linkWorlds } from './links-worlds.js';
import { noise } from './noise.js';
import { oneDimension } from './one-dimension.js';
import { rounds } from './rounds.js';
import { steps } from './steps.js';

/** What the reductions do: the paper that they come from has no experiments. */
export const zheng2020: Paper = {
  id: 'zheng2020',
  citation:
    'Kai Zheng, Tianle Cai, Weiran Huang, Zhenguo Li, Liwei Wang 2020, Locally Differentially Private (Contextual) Bandits Learning',
  figures: [
    rounds,
    noise,
    steps,
    oneDimension,
    adversary,
    bestArm,
    bestArmErrors,
    clicks,
    clickLevels,
    clicksLong,
    linkWorlds,
    fixedArms,
  ],
  findings,
  about:
    'The paper has no experiments. These are this project’s, on reference worlds for every row of its table 1 but that of linear contexts, which is that of the other paper on linear bandits. What is accepted was fixed before, from an independent program.',
};
