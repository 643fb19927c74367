// Figures with switches: what is chosen, and which claims are about it.
import type { Chosen, Claim, Figure } from './types.js';

/**
 * An option for every choice of the figure: those that are given, defaults for the others.
 * @throws {RangeError} For a choice or an option that the figure does not have.
 */
export function chosenOf({ choices = [] }: Pick<Figure, 'choices'>, given: Chosen = {}): Chosen {
  const known = choices.map(({ id }) => id);
  const strange = Object.keys(given).find((id) => !known.includes(id));
  if (strange !== undefined) {
    throw new RangeError(`the figure has no choice ${strange}; it has ${listOf(known)}`);
  }
  return Object.fromEntries(
    choices.map(({ id, options, default: standard }) => {
      const option = given[id] ?? standard;
      const all = options.map((one) => one.id);
      if (all.includes(option)) return [id, option];
      throw new RangeError(`${id} has no option ${option}; it has ${listOf(all)}`);
    }),
  );
}

/** The claims that are about what is chosen, in their order. */
export function claimsOf(
  figure: Pick<Figure, 'choices' | 'claims'>,
  given: Chosen = {},
): readonly Claim[] {
  const chosen = chosenOf(figure, given);
  return figure.claims.filter(({ where = {} }) =>
    Object.entries(where).every(([id, option]) => chosen[id] === option),
  );
}

const listOf = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));
