import type { Paper } from '../types.js';
import { gains } from './gains.js';
import { figures1eTo1h } from './heterogeneous.js';
import { figure1a, figure1b } from './homogeneous.js';
import { figure1c, figure1d } from './mixed-rewards.js';
import { figure2 } from './scatter.js';
import { supplement } from './supplement.js';

/** The numerical results of the paper that the multi-armed algorithms come from. */
export const ren2020: Paper = {
  id: 'ren2020',
  citation:
    'Wenbo Ren, Xingyu Zhou, Jia Liu, Ness B. Shroff 2020, Multi-Armed Bandits with Local Differential Privacy',
  figures: [figure1a, figure1b, figure1c, figure1d, ...figures1eTo1h, supplement, figure2, gains],
};
