// What to simulate: a spec of one's own, or a published figure.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { LdpError } from '../internal/errors.js';
import { didYouMean } from '../internal/nearest.js';
import {
  type Chosen,
  chosenOf,
  claimsOf,
  type Figure,
  type NamedSpec,
  type Paper,
  papers,
} from '../papers/index.js';
import { readSpec } from '../simulation/spec.js';
import { Problem } from './problem.js';

export interface Plan {
  readonly title: string;
  /** Those of a figure that are about what is chosen; null for a spec of one's own. */
  readonly claims: Figure['claims'] | null;
  readonly figure: Figure | null;
  readonly specs: readonly NamedSpec[];
}

/** `ren2020` alone: what there is, as text. */
export function listFigures(what: string): string | null {
  const paper = papers.find(({ id }) => id === what);
  if (paper === undefined) return null;
  const names = paper.figures.map(({ id }) => `${paper.id}/${id}`);
  const width = Math.max(20, ...names.map(({ length }) => length)) + 2;
  const lines = paper.figures.map(({ title }, i) => `  ${names[i]?.padEnd(width)}${title}`);
  const switches = switchesOf(paper);
  const choices = switches.length === 0 ? '' : `\nSwitches, [default]:\n${switches.join('\n')}\n`;
  return `${paper.citation}\n\n${lines.join('\n')}\n${choices}`;
}

/** `  --choose world=[fresh]|fixed   of 1a, 1b`: one line for all figures that have the same switch. */
function switchesOf(paper: Paper): readonly string[] {
  const figuresOf = new Map<string, string[]>();
  for (const { id, choices = [] } of paper.figures) {
    for (const { id: choice, options, default: standard } of choices) {
      const all = options.map((option) => (option.id === standard ? `[${option.id}]` : option.id));
      const line = `  --choose ${choice}=${all.join('|')}`;
      figuresOf.set(line, [...(figuresOf.get(line) ?? []), id]);
    }
  }
  const width = Math.max(0, ...Array.from(figuresOf.keys(), ({ length }) => length)) + 2;
  return Array.from(figuresOf, ([line, ids]) => `${line.padEnd(width)}of ${ids.join(', ')}`);
}

/** @throws {Problem} for what cannot be read, and for a spec outside the limits, with the field. */
export async function readPlan(what: string, quick: boolean, given: Chosen = {}): Promise<Plan> {
  const figure = findFigure(what);
  if (figure !== null) {
    const chosen = choose(figure, given);
    const specs = figure.specs(quick ? 'quick' : 'full', chosen);
    const title = `Figure ${figure.id}: ${figure.title}`;
    return { title, figure, claims: claimsOf(figure, chosen), specs };
  }
  if (Object.keys(given).length > 0) throw new Problem('--choose is for figures with switches.');
  if (quick) throw new Problem('--quick is for figures: a spec says itself how long it is.');
  const name = what === '-' ? 'standard input' : what;
  return {
    title: name,
    figure: null,
    claims: null,
    specs: [{ name, spec: parse(name, await read(what)) }],
  };
}

function choose(figure: Figure, given: Chosen): Chosen {
  try {
    return chosenOf(figure, given);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(`--choose: ${error.message}.`);
    throw error;
  }
}

function findFigure(what: string): Figure | null {
  const [id, of, ...rest] = what.split('/');
  const paper = papers.find((candidate) => candidate.id === id);
  if (paper === undefined || of === undefined || rest.length > 0) return null;
  const figure = paper.figures.find((candidate) => candidate.id === of);
  if (figure !== undefined) return figure;
  const known = paper.figures.map((candidate) => `${paper.id}/${candidate.id}`);
  const meant = didYouMean(what, known);
  throw new Problem(`"${what}" is no figure.${meant} There are ${known.join(', ')}.`);
}

async function read(what: string): Promise<string> {
  if (what === '-') return text(process.stdin);
  try {
    return await readFile(what, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    const known = papers.map(({ id }) => id).join(', ');
    const hint = /\.json$/i.test(what) ? '' : ` Papers with figures are: ${known}.`;
    throw new Problem(`Cannot read ${what}: ${why}.${hint}`);
  }
}

/** A result that `--json` wrote. Its spec is played again, which reproduces its digest. */
function isResult(value: unknown): value is { readonly spec: unknown } {
  return typeof value === 'object' && value !== null && 'spec' in value && 'digest' in value;
}

function parse(name: string, json: string) {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Problem(`${name} is not JSON: ${(error as Error).message}.`);
  }
  try {
    return readSpec(isResult(value) ? value.spec : value);
  } catch (error) {
    if (LdpError.is(error, 'spec_invalid')) throw new Problem(`${name}: ${error.message}`);
    throw error;
  }
}
