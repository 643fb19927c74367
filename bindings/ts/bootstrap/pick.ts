// An option before first paint, without wasm and without a request.
import type { Picked } from '../client/types.js';
import type { BootstrapEntry } from '../internal/bootstrap.js';
import { LdpError } from '../internal/errors.js';
import { type Forced, forcedArm } from '../internal/forced-arm.js';
import { drawArm, isBelowShare, oddsOf, type Words } from './draw.js';

export interface PickOptions {
  /**
   * The epsilon of the page. Needed where the experiment has `levelAwareFrom`; without it, it makes no
   * difference.
   */
  readonly epsilon?: number;
  /**
   * The address of the page, whose `?ldp-<experiment>=<arm>` forces an arm, for tests. Default: that of
   * the document; a server passes the address of the request. An arm that there is none of is ignored.
   */
  readonly address?: string | URL;
  /**
   * Where the address may force an arm: in a `development` build (`process.env.NODE_ENV` is there and not
   * `production`), `always` or `never`, as any other value. A visitor with a forced arm sends no report, and any site can link to such an
   * address. Default: `development`.
   */
  readonly forced?: Forced;
  /**
   * The arm that a bandit with the same `sticky` and `endpoint` keeps in this browser, if it keeps one.
   * The bandit keeps it when it adopts it, not the pick. Needs `endpoint`.
   */
  readonly sticky?: 'session' | 'profile';
  readonly endpoint?: string | URL;
}

/**
 * The arm that a device plays, drawn with `crypto.getRandomValues`: the same distribution as
 * `bandit.choose()`. Spends and sends nothing; `bandit.adopt` opens the decision. Of algorithms whose
 * action is one public arm; O(arms).
 *
 * @param entry One of `bootstrap.experiments`.
 * @throws LdpError `invalid_argument`, `insecure_randomness`.
 */
export function pick(entry: BootstrapEntry, options: PickOptions = {}): Picked {
  return pickWith(entry, options, randomWord);
}

/** @param words Where the choice is drawn from, in the order of the device. */
export function pickWith(entry: BootstrapEntry, options: PickOptions, words: Words): Picked {
  const manifest = Object(entry?.manifest) as Manifest;
  const snapshot = Object(entry?.snapshot) as Readonly<Record<string, unknown>>;
  const { snapshot: number, mean, width, scale, ended, best, keep = 1 } = snapshot;
  const lists = Array.isArray(mean) && Array.isArray(width) && mean.length === width.length;
  if (!lists || typeof scale !== 'number' || typeof number !== 'number') {
    const reason = 'must be an entry of bootstrap.experiments whose action is one public arm';
    throw refused('entry', reason, manifest.algorithm?.type);
  }
  const arms = mean.length;
  const forced = forcedArm(manifest.experiment, options.address, arms, options.forced);
  if (forced !== undefined) return { action: forced, snapshot: number, withheld: 'forced' };
  const kept = options.sticky && keptPick(manifest.experiment, options, arms);
  if (kept) return kept;
  const withheld = { withheld: 'experiment_ended' } as const;
  const answer = (best as { readonly answer?: number | null } | undefined)?.answer ?? null;
  const reports = isBelowShare(keep as number, words);
  const isBelow = typeof snapshot['incumbent'] === 'number' && isBelowLevel(manifest, options);
  const odds = oddsOf(snapshot, isBelow);
  if (odds.arms.length === 0) throw refused('entry.snapshot', 'must show an arm', 'none');
  const drawn = drawArm(odds, words);
  const isAnswer = answer !== null && !reports;
  const action = isAnswer ? answer : drawn;
  if (!isArm(action, arms)) throw refused('entry.snapshot', 'must show an arm', action);
  return { action, snapshot: number, ...(isAnswer || ended === true ? withheld : {}) };
}

interface Manifest {
  readonly experiment: string;
  readonly algorithm?: {
    readonly type: string;
    readonly levels?: readonly number[];
    readonly levelAwareFrom?: number;
  };
}

function refused(parameter: string, reason: string, value: unknown) {
  return new LdpError('invalid_argument', `${parameter}: ${reason}, got ${value}`, {
    details: { parameter, value, reason },
  });
}

/** Whether the device reports at a level that plays the incumbent: its largest up to the page's epsilon. */
function isBelowLevel({ algorithm }: Manifest, { epsilon }: PickOptions): boolean {
  const { levels = [], levelAwareFrom = 0 } = algorithm ?? {};
  const usable = levels.filter((level) => level <= (epsilon as number));
  if (levels.length > 0 && usable.length === 0) {
    const reason = 'must be the epsilon of the page, at least the smallest level';
    throw refused('options.epsilon', reason, epsilon);
  }
  return (usable.at(-1) ?? Infinity) < levelAwareFrom;
}

const isArm = (value: unknown, arms: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < arms;

/** As client/kept-decisions.ts keeps it. */
function keptPick(
  experiment: string,
  { sticky, endpoint = '' }: PickOptions,
  arms: number,
): Picked | undefined {
  const page = globalThis as Partial<typeof globalThis>;
  try {
    const address = new URL(endpoint, page.document?.baseURI).href.replace(/\/+$/, '');
    const name = `ldp-bandits-kept:${address}/${encodeURIComponent(experiment)}:`;
    const storage = sticky === 'session' ? page.sessionStorage : page.localStorage;
    const { fields, until } = JSON.parse(storage?.getItem(name) ?? 'null');
    const { arm, snapshot } = fields;
    return Date.now() <= until && isArm(arm, arms) ? { action: arm, snapshot } : undefined;
  } catch {
    return undefined; // blocked, nothing kept, or not ours
  }
}

function randomWord(): bigint {
  try {
    return crypto.getRandomValues(new BigUint64Array(1))[0] as bigint;
  } catch (cause) {
    throw new LdpError('insecure_randomness', 'crypto.getRandomValues is missing or refuses.', {
      cause,
    });
  }
}
