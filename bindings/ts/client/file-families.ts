// The families beside the multi-armed one, for the entry whose modules are files.
import { loadFamily } from './families.js';

export const load = (type: string) =>
  loadFamily(
    {
      contextual: () => import('./contextual/contexts-file.js'),
      combinatorial: () => import('./combinatorial/slates-file.js'),
      bestArm: () => import('./best-arm/index.js'),
      convex: () => import('./convex/points-file.js'),
    },
    type,
  );
