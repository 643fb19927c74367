// Every sabotaged client, with the module that it is a build of.

import { kMutants } from './mutants.mjs';
import { kPointMutants } from './point-mutants.mjs';
import { kScoreMutants } from './score-mutants.mjs';
import { kSlateMutants } from './slate-mutants.mjs';
import { kVectorMutants } from './vector-mutants.mjs';

const of = (module, mutants) => mutants.map((mutant) => ({ ...mutant, module }));

export const kEveryMutant = [
  ...of('client', kMutants),
  ...of('contextual', [...kVectorMutants, ...kScoreMutants]),
  ...of('combinatorial', kSlateMutants),
  ...of('convex', kPointMutants),
];
