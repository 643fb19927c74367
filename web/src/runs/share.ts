/**
 * A run as a link. Everything is in the fragment, which no browser sends to a host:
 * `#s=1.<spec>`, one `s` for each spec, and what helps to show it again.
 */
import { decodeSpec, encodeSpec, LdpError, type SimulationSpec } from 'ldp-bandits/simulation';

export interface Shared {
  readonly specs: readonly SimulationSpec[];
  /** Of the lab: the figure that the specs were made for. */
  readonly figure: string | null;
  /** Digests of the results that the link was made from: a rerun must give the same. */
  readonly digests: readonly string[];
}

const MOST_SPECS = 16;

export async function fragmentOf({ specs, figure, digests }: Shared): Promise<string> {
  const fields = new URLSearchParams();
  for (const spec of specs) fields.append('s', await encodeSpec(spec));
  if (figure !== null) fields.set('figure', figure);
  for (const digest of digests) fields.append('d', digest);
  return `#${fields}`;
}

/**
 * Null for a fragment that is no shared run, such as the name of a section.
 * @throws {LdpError} `spec_invalid` for a damaged link, one that asks for more than the limits allow, or one whose
 * world or policies are code of its author's
 */
export async function readFragment(hash: string): Promise<Shared | null> {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const texts = fields.getAll('s');
  if (texts.length === 0) return null;
  const specs = await Promise.all(texts.slice(0, MOST_SPECS).map(decodeSpec));
  if (specs.some(hasOwnCode)) {
    throw new LdpError('spec_invalid', 'it needs code of its author, which a link does not carry');
  }
  return { specs, figure: fields.get('figure'), digests: fields.getAll('d').slice(0, MOST_SPECS) };
}

const hasOwnCode = ({ environment, runs }: SimulationSpec) =>
  environment.type === 'own' || runs.some(({ policy }) => policy.type === 'own');

/** Key by key, to be compared: a spec that has been through a link has its keys in another order. */
export function ordered(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
