/** `ldp-bandits results`: what the experiments of a store have learnt. Needs no server. */
import { Problem } from '../command/problem.js';
import { readArguments } from './arguments.js';
import { toCsv } from './csv.js';
import { knownEntries, requireEntry, withCollector, withStore } from './offline.js';
import { type Summary, summaryOf } from './summary.js';
import { formatSummary } from './summary-text.js';

export const resultsHelp = `Usage: ldp-bandits results [experiment] [options]

Prints what experiments have learnt, from the store; a collector may run beside it.

Options
  --store <file | postgres://…>  as for serve (LDP_STORE, or that of the config; default ldp-bandits.db)
  --config <file>     (default ldp-bandits.json, if there is one)
  --control <option>  label or number of the option that the others are compared with
  --json | --csv      for programs
  --help              this text
`;

/** The exit code. @throws {Problem}. */
export async function runResults(args: readonly string[]): Promise<number> {
  const given = readArguments(args, resultsHelp, {
    control: { type: 'string' },
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
  });
  if (given === null) return 0;
  const { flags: values, positionals } = given;
  const [only, extra] = positionals;
  if (extra !== undefined) throw new Problem('results takes one experiment, or none for all.');
  if (values.json && values.csv) throw new Problem('results takes --json or --csv, not both.');
  const summaries = await withStore(values, true, async (offline) => {
    const all = await knownEntries(offline);
    const entries = only === undefined ? all : new Map([[only, requireEntry(all, only)]]);
    return withCollector(offline, entries, (collector) =>
      Promise.all(
        [...entries].map(([name, entry]) => {
          const control = values.control === undefined ? undefined : controlOf(values.control);
          return summaryOf(collector, name, entry, () => null, control);
        }),
      ),
    );
  });
  process.stdout.write(format(summaries, values));
  return 0;
}

/** A number is an arm; anything else is a label. */
function controlOf(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function format(summaries: readonly Summary[], { json, csv }: { json?: boolean; csv?: boolean }) {
  if (json) return `${JSON.stringify(summaries, null, 2)}\n`;
  if (csv) return toCsv(summaries);
  if (summaries.length === 0) return 'The store has no experiment.\n';
  return summaries.map(formatSummary).join('\n');
}
