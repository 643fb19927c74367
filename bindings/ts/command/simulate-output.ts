// Files of a simulation: tables and plots.
import { access, constants, stat, writeFile } from 'node:fs/promises';
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
import type { Drawing } from './drawing.js';
import { Problem } from './problem.js';
import type { Plan } from './simulate-input.js';
import type { OutputFormat, SimulateOptions } from './simulate-options.js';

export type NamedResults = ReadonlyMap<string, SimulationResult>;
/** resvg takes a serif font for `sans-serif` unless it is told a name. */
const kSansSerif: Readonly<Record<string, string>> = { darwin: 'Helvetica', win32: 'Arial' };
const kFont = { defaultFontFamily: kSansSerif[process.platform] ?? 'DejaVu Sans' };

type Resvg = typeof import('@resvg/resvg-js').Resvg;

/**
 * Checks before the run that every output can be written after it; a run may take an hour.
 * @throws {Problem} with what is missing.
 */
export async function checkOutputs({ outputs }: SimulateOptions, { specs }: Plan): Promise<void> {
  for (const { format, path } of outputs) {
    const names = isDrawing(format) || specs.length === 1 ? [null] : specs.map(({ name }) => name);
    for (const name of names) await checkFile(format, fileOf(path, name));
    if (format === 'png') checkFonts(await loadResvg());
  }
}

async function checkFile(format: OutputFormat, file: string): Promise<void> {
  const known = await stat(file).catch(() => null);
  if (known?.isDirectory()) throw new Problem(`--${format}: "${file}" is a folder.`);
  const where = known === null ? dirname(file) : file;
  try {
    await access(where, constants.W_OK);
  } catch {
    const what = known === null ? 'the folder' : 'the file';
    throw new Problem(`--${format}: cannot write to ${what} "${where}".`);
  }
}

/**
 * Paths of the files that were written.
 * @throws {Problem} for those that could not be, after all others have been.
 */
export async function writeOutputs(
  { outputs, ...look }: SimulateOptions,
  plan: Plan,
  results: NamedResults,
): Promise<string[]> {
  const written: string[] = [];
  const failed: string[] = [];
  for (const { format, path } of outputs) {
    for (const [name, content] of await contents(format, look, plan, results)) {
      const file = fileOf(path, name);
      try {
        await writeFile(file, content);
        written.push(file);
      } catch (error) {
        failed.push(`--${format}: cannot write ${file}: ${(error as Error).message}.`);
      }
    }
  }
  if (failed.length > 0) throw new Problem(failed.join(' '));
  return written;
}

function isDrawing(format: OutputFormat): boolean {
  return format === 'svg' || format === 'png';
}

/** With a name where there is one file for each of several results. */
async function contents(
  format: OutputFormat,
  { theme, drawing }: Pick<SimulateOptions, 'theme' | 'drawing'>,
  plan: Plan,
  results: NamedResults,
): Promise<(readonly [name: string | null, content: string | Uint8Array])[]> {
  if (isDrawing(format)) {
    const layout = layoutOf(plan, results, drawing);
    if (layout === null) return [];
    const svg = toSVG(layout, { theme });
    return [[null, format === 'svg' ? svg : await toPNG(svg)]];
  }
  const single = plan.specs.length === 1;
  return Array.from(results, ([name, result]) => [single ? null : name, textOf(format, result)]);
}

function textOf(format: OutputFormat, result: SimulationResult): string {
  if (format === 'csv') return result.toCSV();
  return format === 'trials' ? result.toTrialsCSV() : `${JSON.stringify(result, null, 1)}\n`;
}

/** Null where there is nothing to draw: the points of a figure need all of its results. */
function layoutOf(
  { figure, specs }: Plan,
  results: NamedResults,
  drawing: Drawing,
): PlotLayout | null {
  const [only] = results.values();
  if (only === undefined) return null;
  if (figure === null) return layoutPlot(seriesOf(only), optionsFor(only, drawing));
  // A figure is partial also where some of its results are whole and the others are missing.
  const lacks = results.size < specs.length;
  const known = Array.from(results, ([name, { spec, curves, partial }]) => {
    return [name, { spec, curves, partial: partial || lacks }] as const;
  });
  try {
    return layoutFigure(figure, Object.fromEntries(known), drawing);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `name`: of the result, where there is one file for each of several. */
function fileOf(path: string, name: string | null): string {
  if (name === null) return path;
  const extension = extname(path);
  const safe = name.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${path.slice(0, path.length - extension.length)}-${safe}${extension}`;
}

async function toPNG(svg: string): Promise<Uint8Array> {
  const Resvg = await loadResvg();
  return new Resvg(svg, { font: kFont, fitTo: { mode: 'zoom', value: 2 } }).render().asPng();
}

/** Without any font, as on a bare server, resvg would drop texts silently. */
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
