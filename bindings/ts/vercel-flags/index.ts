// `ldp-bandits/vercel-flags`: an adapter of Vercel's Flags SDK, for the server that renders a page.
import { pick } from '../bootstrap/pick.js';
import type { Picked } from '../client/types.js';
import { type Bootstrap, entryOf } from '../internal/bootstrap.js';
import { invalidArgument } from '../internal/checks.js';

/** What `flag()` takes as an adapter. */
export interface BanditAdapter {
  readonly adapterId: symbol;
  readonly config: { readonly reportValue: false };
  decide(parameters: { readonly key: string }): Promise<Picked>;
}

/**
 * An adapter whose flags are the choices of experiments; the key of a flag is the name of its experiment. The value is
 * drawn on the server from the public snapshot, and spends nothing: the page passes it on as `choices` of its
 * components, or to `bandit.adopt`, where its decision opens in the browser, and the `bootstrap` with it. Entities,
 * headers and cookies are not read, and the value is not reported to Vercel.
 *
 * @param bootstrap what `collector.bootstrap(names)` gives, asked for each request
 * @param options.epsilon as in `pick`
 */
export function banditAdapter(
  bootstrap: () => Bootstrap | Promise<Bootstrap>,
  options: { readonly epsilon?: number } = {},
): BanditAdapter {
  return {
    adapterId: Symbol('ldp-bandits'),
    config: { reportValue: false },
    async decide({ key }) {
      const entry = entryOf(await bootstrap(), key);
      if (!entry) throw invalidArgument('key', key, 'must be an experiment of the bootstrap');
      return pick(entry, options);
    },
  };
}

export type { Bootstrap, Picked };
