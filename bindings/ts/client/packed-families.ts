// The families beside the multi-armed one, for the entry that carries its modules inside.
import { loadFamily } from './families.js';

export const load = (type: string) =>
  loadFamily(
    {
      contextual: () => import('./contextual/packed-contexts.js'),
      combinatorial: () => import('./combinatorial/packed-slates.js'),
      bestArm: () => import('./best-arm/index.js'),
      convex: () => import('./convex/packed-points.js'),
    },
    type,
  );
