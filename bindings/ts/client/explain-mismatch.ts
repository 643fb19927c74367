// A term that the page pinned and the collector does not have, or an answer of the collector that is malformed, in a
// sentence: the field, both values, and what to do. A chunk that only a page with such an error downloads.
import { toJson } from '../internal/json.js';
import { shown } from './snapshot.js';

/** `pinned` is the page's value of a term; of what is no term, what is allowed in words. */
export interface Mismatch {
  readonly field: string;
  readonly pinned: unknown;
  readonly offered: unknown;
}

const SAME_VERSION =
  'Install the same version of ldp-bandits in the page and in the collector; if it is the same, look at what lies between them, such as a proxy that changes answers.';
const ADDRESS = 'Set `endpoint` to the address where the collector of this experiment is mounted.';

/** What the page states in `createBandit`, or an answer names: compared with the collector's value. */
const TERMS =
  /^(protocol|experiment|protects|algorithm|perReport\.|privacy\.|snapshot\.(v|experiment)$)/;

/** Terms of one name have the same advice. */
export function explainMismatch({ field, pinned, offered }: Mismatch): string {
  const isTime =
    /^timing\.(responseWindowMs|maxDelayMs)$/.test(field) && typeof pinned === 'number';
  if (!isTime && !TERMS.test(field)) return `${malformed(field, pinned, offered)} ${SAME_VERSION}`;
  const [place, here, there] = difference(
    isTime ? field.replace('timing.', '') : field,
    pinned,
    offered,
  );
  return `${place} is ${shown(here)} in this page and ${shown(there)} at the collector. ${advice(field, place)}`;
}

function malformed(field: string, allowed: unknown, offered: unknown): string {
  const isLong = Array.isArray(offered) && toJson(offered).length > 80;
  const found = isLong ? `${offered.length} values` : shown(offered);
  if (allowed === undefined)
    return `${field} is ${found} at the collector, and this page knows no such field.`;
  return `${field} is ${found} at the collector; it must be ${String(allowed).replace(/^must be /, '')}.`;
}

/** The first place within a term where the two differ, as in `algorithm.set.most[1]`. */
function difference(place: string, pinned: unknown, offered: unknown): [string, unknown, unknown] {
  if (
    !isCompound(pinned) ||
    !isCompound(offered) ||
    Array.isArray(pinned) !== Array.isArray(offered)
  )
    return [place, pinned, offered];
  const keys = Object.keys({ ...pinned, ...offered });
  const key = keys.find((one) => toJson(pinned[one]) !== toJson(offered[one]));
  if (key === undefined) return [place, pinned, offered];
  return difference(
    Array.isArray(pinned) ? `${place}[${key}]` : `${place}.${key}`,
    pinned[key],
    offered[key],
  );
}

const isCompound = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function advice(field: string, place: string): string {
  if (field === 'protocol' || field === 'snapshot.v') return SAME_VERSION;
  if (field === 'experiment' || field === 'snapshot.experiment') return ADDRESS;
  if (field.startsWith('timing.'))
    return `Lower ${place} in createBandit, or raise timing.${place} of the experiment at the collector.`;
  if (field === 'perReport.epsilon')
    return 'Set privacy.epsilon in createBandit and perReport.epsilon of the experiment to the same number; with algorithm.levels that is the largest of them. This page never pays for more than it has pinned.';
  if (field === 'perReport.delta')
    return 'Both follow from algorithm.delta: set it to the same number in createBandit and in the experiment at the collector.';
  if (field === 'privacy.epsilon')
    return 'The smallest of algorithm.levels costs more than this page allows: raise privacy.epsilon in createBandit, or add a smaller level on both sides.';
  const own = field === 'protects' ? 'algorithm.type' : place;
  return `Write the same ${own} in createBandit and in the experiment at the collector. A collector that has served the experiment keeps its algorithm: for another one take a new name, or \`reset\`.`;
}
