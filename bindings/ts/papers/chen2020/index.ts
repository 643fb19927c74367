import type { Paper } from '../types.js';
import { figure3 } from './central.js';
import { findings } from './findings.js';
import { figure5 } from './influence.js';
import { figure4 } from './levels.js';
import { figure1, figure2 } from './local.js';
import { figure8 } from './scaling.js';

/** What the algorithms for super arms do: the paper that they come from has no experiments. */
export const chen2020: Paper = {
  id: 'chen2020',
  citation:
    'Xiaoyu Chen, Kai Zheng, Zixin Zhou, Yunchang Yang, Wei Chen, Liwei Wang 2020, (Locally) Differentially Private Combinatorial Semi-Bandits',
  figures: [figure1, figure2, figure3, figure4, figure5, figure8],
  findings,
  about:
    'The paper has no experiments. These are this project’s, on worlds of the families that it is about and on those of its lower bounds; what is accepted was fixed before, from an independent program. F6 is the lower bounds: the grey curves of F1 to F3, with a claim for each world. F7 is no figure but an audit of what privacy rests on: which arm is reported does not depend on any outcome, a value is in one batch or in as many nodes of a tree as the noise is made for.',
};
