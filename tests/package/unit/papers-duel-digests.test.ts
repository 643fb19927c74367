// Runs of ldp-duel that the figures show, played again: an ulp of a share moves the tickets of every draw.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SimulationSpec } from '../../../bindings/ts/simulation/types.js';
import { useSimulator } from './simulation-support.js';

const RUNS = new URL('../../../docs/figures/second-generation/runs.jsonl', import.meta.url);
/** A few seconds of work in all; the longer runs are left to `npm run figures`. */
const MOST_ROUNDS = 30_000_000;

const simulator = useSimulator();

interface Run {
  readonly digest: string;
  readonly spec: SimulationSpec;
}
const runs = readFileSync(RUNS, 'utf8')
  .trim()
  .split('\n')
  .map((line): Run => JSON.parse(line))
  .filter(
    ({ spec: { horizon, replicates, runs: of } }) =>
      of.some(({ policy }) => policy.type === 'ldp-duel') && horizon * replicates <= MOST_ROUNDS,
  );

test('runs of ldp-duel have the digests of the figures', async () => {
  const played = [];
  for (const { spec } of runs) played.push((await simulator.run(spec).result).digest);
  expect(played).toEqual(runs.map(({ digest }) => digest));
  expect(played.length).toBeGreaterThan(8);
});
