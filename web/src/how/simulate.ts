/** The library's own simulator, with its curves as plain numbers. */
import { createSimulator, type SimulationSpec } from 'ldp-bandits/simulation';
import type { Curves } from './scenes.js';

/** Yields curves as they grow; the last are complete. */
export async function* simulate(spec: SimulationSpec): AsyncGenerator<Curves> {
  const simulator = await createSimulator();
  try {
    const run = simulator.run(spec);
    for await (const event of run) {
      if (event.type === 'curves' && event.result.partial) yield event.result.toJSON() as Curves;
    }
    yield (await run.result).toJSON() as Curves;
  } finally {
    await simulator[Symbol.asyncDispose]();
  }
}
