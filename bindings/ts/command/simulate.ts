// `ldp-bandits simulate`: plays what was asked for, shows how far it is, writes what came out.
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownParts } from '../simulation/own-code.js';
import { createSimulator } from '../simulation/simulator.js';
import type {
  RunOptions,
  SimulationResult,
  SimulationSpec,
  Simulator,
} from '../simulation/types.js';
import { Problem } from './problem.js';
import { ProgressBar } from './progress-bar.js';
import { listFigures, type Plan, readPlan } from './simulate-input.js';
import { parseSimulateOptions, simulateHelp } from './simulate-options.js';
import { checkOutputs, writeOutputs } from './simulate-output.js';
import { formatSimulation, isPartial } from './simulate-print.js';

/** The exit code. */
export async function runSimulate(args: readonly string[]): Promise<number> {
  const options = parseSimulateOptions(args);
  const text = options.help ? simulateHelp : listFigures(options.what);
  if (text !== null) {
    process.stdout.write(text);
    return 0;
  }
  const plan = await readPlan(options.what, options.quick, options.chosen);
  const own = addressOf(options.own, plan);
  await checkOutputs(options, plan);
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  process.once('SIGINT', onInterrupt);
  const bar = new ProgressBar(process.stderr, options.quiet);
  const start = performance.now();
  try {
    await using simulator = await createSimulator({ workers: options.workers });
    const results = new Map<string, SimulationResult>();
    for (const { name, spec } of plan.specs) {
      if (interrupt.signal.aborted) break;
      const label = plan.specs.length === 1 ? plan.title : `${plan.title}, ${name}`;
      const how = { signal: interrupt.signal, ...(own !== null && { own }) };
      const result = await play(simulator, spec, label, bar, how);
      if (result !== null) results.set(name, result);
    }
    bar.clear();
    // Before the files: what was played for an hour is not lost with a disk that is full.
    const say = (text: string) => options.quiet || process.stdout.write(text);
    say(formatSimulation(plan, results, performance.now() - start, options.quick));
    const written = await writeOutputs(options, plan, results);
    if (written.length > 0) say(`Written: ${written.join(', ')}\n`);
    return isPartial(plan, results) ? 128 + constants.signals.SIGINT : 0;
  } finally {
    bar.clear();
    process.off('SIGINT', onInterrupt);
  }
}

/** Of the module with own code. @throws {Problem} where it is missing, or there is nothing that names it. */
function addressOf(own: string | null, { specs }: Plan): URL | null {
  const [part] = specs.flatMap(({ spec }) => ownParts(spec));
  if (part !== undefined && own === null) {
    throw new Problem(
      `The spec names the own ${part.kind} "${part.name}": --own says where it is.`,
    );
  }
  if (own === null) return null;
  if (part === undefined) throw new Problem('--own is for specs that name own code.');
  return pathToFileURL(resolve(own));
}

/** The result, or what was known when the signal came; null if that was nothing. */
async function play(
  simulator: Simulator,
  spec: SimulationSpec,
  label: string,
  bar: ProgressBar,
  how: RunOptions & { readonly signal: AbortSignal },
): Promise<SimulationResult | null> {
  const run = simulator.run(spec, how);
  bar.begin();
  try {
    for await (const event of run) if (event.type === 'progress') bar.show(label, event);
    return await run.result;
  } catch (error) {
    if (!how.signal.aborted) throw error;
    const known = run.latest;
    return known?.curves.some(({ t }) => t.length > 0) ? known : null;
  }
}
