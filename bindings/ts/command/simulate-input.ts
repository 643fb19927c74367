// What to simulate: a spec of one's own, or a published figure.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { LdpError } from '../internal/errors.js';
import { type Figure, type NamedSpec, type Paper, ren2020 } from '../papers/index.js';
import { readSpec } from '../simulation/spec.js';
import { Problem } from './problem.js';

const papers: readonly Paper[] = [ren2020];

export interface Plan {
  readonly title: string;
  readonly figure: Figure | null;
  readonly specs: readonly NamedSpec[];
}

/** `ren2020` alone: what there is, as text. */
export function listFigures(what: string): string | null {
  const paper = papers.find(({ id }) => id === what);
  if (paper === undefined) return null;
  const lines = paper.figures.map(({ id, title }) => `  ${`${paper.id}/${id}`.padEnd(22)}${title}`);
  return `${paper.citation}\n\n${lines.join('\n')}\n`;
}

/** @throws {Problem} for what cannot be read, and for a spec outside the limits, with the field. */
export async function readPlan(what: string, quick: boolean): Promise<Plan> {
  const figure = findFigure(what);
  if (figure !== null) {
    const specs = figure.specs(quick ? 'quick' : 'full');
    return { title: `Figure ${figure.id}: ${figure.title}`, figure, specs };
  }
  if (quick) throw new Problem('--quick is for figures: a spec says itself how long it is.');
  const name = what === '-' ? 'standard input' : what;
  return { title: name, figure: null, specs: [{ name, spec: parse(name, await read(what)) }] };
}

function findFigure(what: string): Figure | null {
  const [id, of, ...rest] = what.split('/');
  const paper = papers.find((candidate) => candidate.id === id);
  if (paper === undefined || of === undefined || rest.length > 0) return null;
  const figure = paper.figures.find((candidate) => candidate.id === of);
  if (figure !== undefined) return figure;
  const known = paper.figures.map((candidate) => `${paper.id}/${candidate.id}`).join(', ');
  throw new Problem(`"${what}" is no figure. There are ${known}.`);
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

/** What `--json` writes: played again by its spec, for whoever wants to see the same digest. */
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
