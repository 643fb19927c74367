/** The text by which a store keeps which experiments there are. */
import { Problem } from '../command/problem.js';
import { describeExperiment } from '../server/manifest.js';
import { type ExperimentEntry, optionsOf } from './config.js';

/** Of this program. A text of a newer one is not touched. */
const VERSION = 1;
/** Any that every timing fits: only the terms are compared. */
const ANY_RETENTION = 64;

export interface Served {
  readonly experiment: ExperimentEntry;
}

/** What an operator took away stays away, also where a config still names it. */
export interface Gone {
  readonly gone: 'removed' | 'archived';
}

export type Definition = Served | Gone;

export function isServed(definition: Definition): definition is Served {
  return 'experiment' in definition;
}

export function encodeDefinition(definition: Definition): string {
  return JSON.stringify({ version: VERSION, ...definition });
}

/** @throws {Problem} for a text of a newer program, or of another. */
export function decodeDefinition(name: string, text: string): Definition {
  let given: { readonly version?: unknown } & Partial<Served & Gone>;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Problem(`${name}: its definition in the store is not JSON.`);
  }
  const { version } = given;
  if (typeof version === 'number' && version > VERSION) {
    throw new Problem(
      `${name}: its definition in the store has version ${version}, this program knows ${VERSION}. Install the newer one.`,
    );
  }
  if (version !== VERSION || (given.experiment === undefined && given.gone === undefined)) {
    throw new Problem(`${name}: its definition in the store is not one of ldp-bandits.`);
  }
  return given as Definition;
}

/**
 * Pages have pinned algorithm and epsilon, so an experiment keeps both.
 *
 * @param now What it may be, the likeliest first.
 * @throws {Problem} naming both, where they differ.
 */
export function requireSameTerms(
  name: string,
  now: readonly ExperimentEntry[],
  next: ExperimentEntry,
): void {
  const before = now.map((entry) => termsOf(name, entry));
  const after = termsOf(name, next);
  if (before.includes(after)) return;
  throw new Problem(
    `${name}: pages have pinned its algorithm and epsilon, ${before[0]}; got ${after}. It goes on as it was. Take a new name, or archive this one first.`,
  );
}

function termsOf(name: string, entry: ExperimentEntry): string {
  const { timing: _, ...terms } = optionsOf(entry);
  const { algorithm, perReport } = describeExperiment(name, terms, ANY_RETENTION).manifest;
  return `${JSON.stringify(algorithm)} at ${JSON.stringify(perReport)}`;
}
