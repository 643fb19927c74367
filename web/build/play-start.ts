/** Plays what /playground/ begins with, so that its first chart has numbers before any script has run. */
import { createSimulator } from 'ldp-bandits/simulation';
import { specOf } from '../src/playground/build-spec.js';
import { PRESETS } from '../src/playground/presets.js';

export async function count() {
  const [first] = PRESETS;
  if (!first) throw new Error('play start: there is no preset');
  const simulator = await createSimulator({ workers: 0 });
  const result = await simulator.run(specOf(first.draft)).result;
  await simulator[Symbol.asyncDispose]();
  return { start: result.toJSON() };
}
