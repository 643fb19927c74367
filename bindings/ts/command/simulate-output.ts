// Files of a simulation: tables and plots.
import { access, constants, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import {
  fontFamily,
  layoutFigure,
  layoutPlot,
  optionsFor,
  type PlotLayout,
  seriesOf,
  toSVG,
} from '../plot/index.js';
import type { SimulationResult } from '../simulation/types.js';
import { Problem } from './problem.js';
import type { Plan } from './simulate-input.js';
import type { OutputFormat, SimulateOptions } from './simulate-options.js';

export type NamedResults = ReadonlyMap<string, SimulationResult>;
/** resvg takes a serif font for `sans-serif` unless it is told a name. */
const kSansSerif: Readonly<Record<string, string>> = { darwin: 'Helvetica', win32: 'Arial' };
const kFont = { defaultFontFamily: kSansSerif[process.platform] ?? 'DejaVu Sans' };

type Resvg = typeof import('@resvg/resvg-js').Resvg;

/**
 * Whether everything can be written in the end: nobody wants to hear after an hour that it cannot.
 * @throws {Problem} with what is missing.
 */
export async function checkOutputs({ outputs }: SimulateOptions): Promise<void> {
  for (const { format, path } of outputs) {
    try {
      await access(dirname(path), constants.W_OK);
    } catch {
      throw new Problem(`--${format}: cannot write to the folder "${dirname(path)}".`);
    }
    if (format === 'png') checkFonts(await loadResvg());
  }
}

/** Paths of the files that were written. */
export async function writeOutputs(
  { outputs, theme }: SimulateOptions,
  plan: Plan,
  results: NamedResults,
): Promise<string[]> {
  const written: string[] = [];
  for (const { format, path } of outputs) {
    for (const [name, content] of await contents(format, theme, plan, results)) {
      const file = name === null ? path : withName(path, name);
      await writeFile(file, content);
      written.push(file);
    }
  }
  return written;
}

/** With a name where there is one file for each of several results. */
async function contents(
  format: OutputFormat,
  theme: SimulateOptions['theme'],
  plan: Plan,
  results: NamedResults,
): Promise<(readonly [name: string | null, content: string | Uint8Array])[]> {
  if (format === 'svg' || format === 'png') {
    const layout = layoutOf(plan, results);
    if (layout === null) return [];
    const svg = toSVG(layout, { theme });
    return [[null, format === 'svg' ? svg : await toPNG(svg)]];
  }
  const single = plan.specs.length === 1;
  return Array.from(results, ([name, result]) => [
    single ? null : name,
    format === 'csv' ? result.toCSV() : `${JSON.stringify(result, null, 1)}\n`,
  ]);
}

/** Null where there is nothing to draw: the points of a figure need all of its results. */
function layoutOf({ figure }: Plan, results: NamedResults): PlotLayout | null {
  const [only] = results.values();
  if (only === undefined) return null;
  if (figure === null) return layoutPlot(seriesOf(only), optionsFor(only, {}));
  try {
    return layoutFigure(figure, Object.fromEntries(results));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function withName(path: string, name: string): string {
  const extension = extname(path);
  const safe = name.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${path.slice(0, path.length - extension.length)}-${safe}${extension}`;
}

async function toPNG(svg: string): Promise<Uint8Array> {
  const Resvg = await loadResvg();
  return new Resvg(svg, { font: kFont, fitTo: { mode: 'zoom', value: 2 } }).render().asPng();
}

/** Without any font, as on a bare server, texts would be missing without a word. */
function checkFonts(Resvg: Resvg): void {
  const text = `<text y="20" font-family='${fontFamily}'>0</text>`;
  const probe = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, { font: kFont });
  if (probe.getBBox() === undefined)
    throw new Problem(
      '--png: this system has no fonts, so the plot would have no text; use --svg.',
    );
}

async function loadResvg(): Promise<Resvg> {
  try {
    return (await import('@resvg/resvg-js')).Resvg;
  } catch {
    throw new Problem(
      '--png needs a package that is not installed: npm install @resvg/resvg-js. --svg needs none.',
    );
  }
}
