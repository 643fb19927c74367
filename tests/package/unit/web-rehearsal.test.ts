/** The ten thousand visitors of the first page, through the code that the page runs. */
import { expect, test } from 'vitest';
import { rehearse } from '../../../web/src/demo-knows/rehearsal.js';
import {
  type Rehearsed,
  SHOWN,
  UNFLIPPED,
  VISITORS,
} from '../../../web/src/demo-knows/rehearsal-terms.js';
import { BEST_ARM, TRUTH } from '../../../web/src/demo-knows/truth.js';

const RUNS = 100;

async function endOf(epsilon: number, visitors = VISITORS): Promise<Rehearsed> {
  let last: Rehearsed | undefined;
  for await (const step of rehearse(epsilon, visitors)) last = step;
  if (!last) throw new Error('nobody came');
  return last;
}

test('in 99 of 100 runs the best option is shown to more than twice as many as by random choice', async () => {
  let wins = 0;
  for (let run = 0; run < RUNS; run++) {
    const { best, visitors } = await endOf(SHOWN);
    expect(visitors).toBe(VISITORS);
    if (best > (2 * VISITORS) / TRUTH.length) wins++;
  }
  expect(wins).toBeGreaterThanOrEqual(99);
}, 300_000);

test('what the server has learnt of the best option comes close to the truth', async () => {
  const { known } = await endOf(UNFLIPPED);
  expect(known[BEST_ARM]?.mean).toBeCloseTo(TRUTH[BEST_ARM] ?? 0, 1);
});

test('every option is shown while nothing is known', async () => {
  const { known, best } = await endOf(SHOWN, 50);
  expect(best).toBeLessThan(50);
  expect(known.filter(({ mean }) => mean !== null).length).toBeGreaterThan(1);
});
