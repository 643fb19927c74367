// `ldp-bandits simulate`: plays what was asked for, shows how far it is, writes what came out.
import { constants } from 'node:os';
import { createSimulator } from '../simulation/simulator.js';
import type { SimulationResult, SimulationSpec, Simulator } from '../simulation/types.js';
import { ProgressBar } from './progress-bar.js';
import { listFigures, readPlan } from './simulate-input.js';
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
      const result = await play(simulator, spec, label, bar, interrupt.signal);
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

/** The result, or what was known when the signal came; null if that was nothing. */
async function play(
  simulator: Simulator,
  spec: SimulationSpec,
  label: string,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<SimulationResult | null> {
  const run = simulator.run(spec, { signal });
  bar.begin();
  try {
    for await (const event of run) if (event.type === 'progress') bar.show(label, event);
    return await run.result;
  } catch (error) {
    if (!signal.aborted) throw error;
    const known = run.latest;
    return known?.curves.some(({ t }) => t.length > 0) ? known : null;
  }
}
