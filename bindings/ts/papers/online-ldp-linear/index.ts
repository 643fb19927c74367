import type { Paper } from '../types.js';
import { inShort } from './findings.js';
import { levels } from './levels.js';
import { figure1a, figure1b, figure1c } from './panels.js';

/** The numerical results of the paper that Online LDP LinUCB comes from. */
export const onlineLdpLinear: Paper = {
  id: 'online-ldp-linear',
  citation:
    'Anonymous authors (paper under double-blind review), Improved rate for Locally Differentially Private Linear Bandits',
  figures: [figure1a, figure1b, figure1c, levels],
  findings: inShort,
};
