// The command line of `ldp-bandits simulate`, parsed and checked before anything is read.
import { parseArgs } from 'node:util';
import { type Drawing, parseDrawing } from './drawing.js';
import { Problem } from './problem.js';

export const outputFormats = ['csv', 'trials', 'json', 'svg', 'png'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface SimulateOptions {
  readonly help: boolean;
  /** Path of a spec, `-` for standard input, or a figure such as `ren2020/1c`. */
  readonly what: string;
  readonly quick: boolean;
  /** Of a figure with switches: ids of options by the ids of their switches. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly workers: number | 'auto';
  readonly outputs: readonly { readonly format: OutputFormat; readonly path: string }[];
  readonly theme: 'light' | 'dark' | 'auto';
  readonly drawing: Drawing;
  /** Path of the module with the spec's own worlds and policies. */
  readonly own: string | null;
  readonly quiet: boolean;
}

export const simulateHelp = `Usage: ldp-bandits simulate <spec.json | - | figure> [options]

Plays a simulation on all processors and prints the regret of every policy at the horizon, with the
95 % band of its mean. The same spec gives the same bits on every machine, with any number of workers;
the digest says whether two results are the same.

  spec.json      what to play, as in the documentation of ldp-bandits/simulation; - reads it from
                 standard input
  figure         a published figure, such as ren2020/1c or online-ldp-linear/1c; its claims are
                 judged. Without a number (ren2020) the figures are listed.

Options
  --quick             of a figure: fewer rounds and trials, done in seconds
  --choose <s>=<o>    of a figure with switches: option <o> of switch <s>, for each switch once; the list
                      of figures names them
  --workers <n>       threads (default auto: as many as the machine runs at once; 0: none beside the
                      main one)
  --own <file>        a JavaScript module with the own environments and policies that the spec names
  --csv <file>        one row per recorded round: label, t, mean, low, high, replicates, partial
  --trials <file>     one row per trial, as CSV: label, trial, t, regret
  --json <file>       the result with its spec and digest
  --svg <file>        the plot
  --png <file>        the plot at twice the resolution; needs the package @resvg/resvg-js
  --theme <name>      colours of the plot: light (default), dark, or auto (SVG only: as the reader has it)
  --title <text>      of the plot, for those who do not see it
  --size <w>x<h>      of the plot in pixels (default 720x420)
  --quiet             no progress and no table
  --help              this text

A figure made of several simulations has files of its own for each: regret.csv becomes
regret-<name>.csv.

Ctrl-C stops: what is known by then is printed and written, marked as partial, and the exit code is
130. A second Ctrl-C stops without that. Other exit codes: 1 the simulation failed, 2 something is
wrong with what was asked for.

Examples
  ldp-bandits simulate spec.json --csv regret.csv --svg regret.svg
  ldp-bandits simulate ren2020/1c --quick --png figure.png
`;

/** @throws {Problem} with the flag and what it takes. */
export function parseSimulateOptions(args: readonly string[]): SimulateOptions {
  const { values, positionals } = parse(args);
  const help = values.help === true;
  if (!help && positionals.length !== 1) {
    throw new Problem(
      `simulate takes one spec or figure; got ${positionals.length}. See ldp-bandits simulate --help.`,
    );
  }
  const theme = (['light', 'dark', 'auto'] as const).find(
    (name) => name === (values.theme ?? 'light'),
  );
  if (theme === undefined)
    throw new Problem(`--theme must be light, dark or auto; got "${values.theme}".`);
  const outputs = outputFormats.flatMap((format) => {
    const path = values[format];
    if (path === '') throw new Problem(`--${format} needs the name of a file.`);
    return path === undefined ? [] : [{ format, path }];
  });
  if (theme === 'auto' && values.png !== undefined)
    throw new Problem('--theme auto is for SVG: a PNG has one set of colours.');
  return {
    help,
    what: positionals[0] ?? '',
    quick: values.quick === true,
    chosen: parseChosen(values.choose ?? []),
    workers: parseWorkers(values.workers ?? 'auto'),
    outputs,
    theme,
    drawing: parseDrawing(values, (values.svg ?? values.png) !== undefined, '--svg or --png'),
    own: ownOf(values.own),
    quiet: values.quiet === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        quick: { type: 'boolean' },
        choose: { type: 'string', multiple: true },
        workers: { type: 'string' },
        own: { type: 'string' },
        csv: { type: 'string' },
        trials: { type: 'string' },
        json: { type: 'string' },
        svg: { type: 'string' },
        png: { type: 'string' },
        theme: { type: 'string' },
        title: { type: 'string' },
        size: { type: 'string' },
        quiet: { type: 'boolean', short: 'q' },
      },
    });
  } catch (error) {
    throw new Problem(
      `${(error as Error).message.split('.')[0]}. See ldp-bandits simulate --help.`,
    );
  }
}

function ownOf(path: string | undefined): string | null {
  if (path === '') throw new Problem('--own needs the name of a file.');
  return path ?? null;
}

function parseChosen(texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = texts.map((text) => {
    const found = /^([^=]+)=(.+)$/.exec(text);
    if (found) return [found[1] as string, found[2] as string] as const;
    throw new Problem(`--choose takes <switch>=<option>; got "${text}".`);
  });
  const twice = pairs.find(([id], i) => pairs.findIndex(([other]) => other === id) !== i);
  if (twice) throw new Problem(`--choose has ${twice[0]} twice.`);
  return Object.fromEntries(pairs);
}

export function parseWorkers(text: string): number | 'auto' {
  if (text === 'auto') return 'auto';
  const count = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= 256))
    throw new Problem(`--workers takes auto or a whole number from 0 to 256; got "${text}".`);
  return count;
}
