/** What is wrong with the form, and at which field: the page's own rules, then those of the library. */
import { encodeSpec, LdpError, type SimulationSpec } from 'ldp-bandits/simulation';
import { type Draft, epsilonsOf, isPlain, numberOf } from './draft.js';
import { fieldPath, withParents } from './field-path.js';

export interface Problem {
  /** Of the field that shows it; empty: no field does. */
  readonly path: string;
  readonly text: string;
}

const EPSILON = { least: 0.001, most: 32 } as const;
const MOST_COMPARED = 4;
const EPSILON_RULE = `ε must be a number from ${EPSILON.least} to ${EPSILON.most}. At 0 a report says nothing; above ${EPSILON.most} it hides next to nothing.`;

/** @returns null for a form whose spec the library takes; only the engine may still refuse it */
export async function problemIn(draft: Draft, spec: SimulationSpec): Promise<Problem | null> {
  const own = epsilonProblem(draft);
  if (own) return own;
  try {
    await encodeSpec(spec);
    return null;
  } catch (error) {
    return problemOf(error, draft);
  }
}

/** The simulation takes wider levels, for figures of papers. Here each is one that a page would ask for. */
export function epsilonProblem(draft: Draft): Problem | null {
  const isAllowed = (level: number) => level >= EPSILON.least && level <= EPSILON.most;
  if (isPlain(draft.world) || draft.levels === 'one') {
    const levels = epsilonsOf(draft);
    if (!levels.every(isAllowed)) return { path: 'epsilon', text: EPSILON_RULE };
    if (levels.length > MOST_COMPARED || new Set(levels).size < levels.length) {
      return { path: 'epsilon', text: `At most ${MOST_COMPARED} levels, each of them once.` };
    }
    return null;
  }
  if (draft.levels !== 'menu') return null;
  const wrong = draft.menu.findIndex(({ level }) => !isAllowed(numberOf(level)));
  return wrong < 0 ? null : { path: `menu[${wrong}].level`, text: EPSILON_RULE };
}

/** @throws `error` itself if it is not about the spec */
export function problemOf(error: unknown, draft: Draft): Problem {
  if (!LdpError.is(error, 'spec_invalid')) throw error;
  const { parameter, reason } = ofWorld(error.details);
  const shown = shownPath(fieldPath(parameter ?? '', draft));
  return { path: shown, text: sentence(inItsUnit(shown, reason ?? error.message)) };
}

/** Of the field itself or of what it is a part of, whichever the form has; empty if neither. */
function shownPath(path: string): string {
  return withParents(path).find((at) => fieldAt(at) !== null) ?? '';
}

const fieldAt = (path: string) =>
  document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);

/** Opens what hides the field, and goes there. */
export function goTo({ path }: Problem): void {
  const field = fieldAt(path);
  for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) {
    at.open = true;
  }
  field?.focus();
}

interface Details {
  readonly parameter?: string;
  readonly reason?: string;
}

/** That no set can be made is said by whichever run begins first, and is no fault of the learner. */
function ofWorld(details: Details): Details {
  const found = /^environment: (.*)$/.exec(details.reason ?? '');
  return found?.[1] === undefined ? details : { parameter: 'environment.set', reason: found[1] };
}

/** Shares are numbers to 1 in a spec and percent in the form. */
function inItsUnit(path: string, reason: string): string {
  if (!/(share|shares|silent|lost)$/.test(path)) return reason;
  return reason.replace('from 0 to 1', 'from 0 to 100 %').replace('the sum 1', 'the sum 100 %');
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
