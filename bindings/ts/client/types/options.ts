// What a page says when it opens a bandit.
import type { Bootstrap } from '../../internal/bootstrap.js';
import type { LdpError } from '../../internal/errors.js';
import type { WasmSource } from '../../internal/instantiate.js';
import type { AlgorithmSpec, AlgorithmType } from './algorithms.js';
import type { BudgetLedger, PrivacyTerms } from './budget.js';

/** A `TrustedScriptURL` of Trusted Types. */
export interface TrustedAddress {
  toString(): string;
  toJSON(): string;
}

export interface BanditOptions<T extends AlgorithmType = AlgorithmType> {
  /** Base address of the collector. Relative addresses are resolved against the page. */
  readonly endpoint: string | URL;
  readonly experiment: string;
  readonly algorithm: AlgorithmSpec<T>;
  readonly privacy: PrivacyTerms;
  /**
   * False (Global Privacy Control, no consent …) → still chooses, never sends, spends nothing.
   * Asked at every decision and again before anything is sent. It must be a public switch: an
   * answer that depends on the user's feedback is a leak.
   */
  readonly mayReport?: () => boolean;
  /**
   * Default: IndexedDB, shared by every tab of the origin. A browser that refuses it lets no report
   * leave (`withheld` as `storage_failed`), unless the page accepts a budget per page load:
   * `memoryLedger()`. Outside browsers: in memory (`durable: false`).
   */
  readonly ledger?: BudgetLedger;
  /**
   * Injected WHATWG fetch, or the `fetch` of a collector: called with one Request. Requests carry
   * no credentials, no referrer and `cache: 'no-store'`.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * What `collector.bootstrap()` of the server gave, read from the page: with it creation asks the
   * collector for nothing. Its manifest and snapshot are checked as fetched ones are. Without this
   * experiment in it both are fetched.
   *
   * A snapshot older than the experiment's `timing.snapshotAgeMs` serves the first choice all the same,
   * and the newest one is fetched in the background. A report about the old one leaves if its epoch is
   * surely open until the report arrives, or if the old snapshot is the newest still; else it is withheld as
   * `stale_snapshot`, and nothing is spent.
   */
  readonly bootstrap?: Bootstrap;
  /**
   * How long creation waits for the collector, from 0 to 60,000 ms. Default 1,000. Then the bandit plays from the public
   * snapshot that an earlier visit has kept (of the same terms, not ended, at most 7 days old), without one each arm alike,
   * and goes on asking. With a kept snapshot whose shares are public numbers (multi-armed and best-arm algorithms) nothing
   * is waited for. With contexts, slates and points it is: what is shown early there is never reported.
   */
  readonly timeoutMs?: number;
  /**
   * How long a decision waits for its feedback, from 1 to 2,592,000,000 ms (30 days). Default 10,000.
   * Then it counts as unanswered. No report leaves by itself before this time is over, answered or
   * not: waiting costs nothing but time. At most what the collector's `timing` waits for.
   */
  readonly responseWindowMs?: number;
  /**
   * Upper end of the random delay after the response window, drawn at `choose`. From 0 to
   * 86,400,000 ms. Default 30,000. At most what the collector's `timing` waits for.
   */
  readonly maxDelayMs?: number;
  /**
   * Address of a Service Worker on the page's own origin: a copy of `ldp-bandits/ldp-sender.js`, which `serve` answers
   * at `/ldp-sender.js`. It sends each report at its drawn time when the page is gone, and
   * controls no page. Without it reports wait for another page of this site, and visitors who leave
   * the site for good are missing more often. Needs `responseWindowMs + maxDelayMs` of at most 53,000.
   * It cannot ask `mayReport`: that is asked at `choose` only then. Under `require-trusted-types-for 'script'` allow the
   * policy `ldp-bandits` in `trusted-types`, or pass a `TrustedScriptURL` of a policy of your own.
   */
  readonly worker?: string | URL | TrustedAddress;
  /**
   * What happens to open decisions when the page goes away. `keep` (default): their answers are fixed
   * on the disk, and the worker, another tab or the next page sends them at the drawn time. `send`:
   * they leave with the page, so the report shows when the page was left; for answers that do not end
   * the page (a rating, a like), and a collector on another origin.
   */
  readonly leaving?: 'keep' | 'send';
  /**
   * Shows a returning visitor the same arm, without another report: in this tab's `session`, or in
   * this browser `profile` for 30 days. A second `choose` gives the first decision again, which takes
   * an answer while its response window lasts. For decisions about one arm without a context. Until
   * its report has expired the disk shows that there was an answer, not which.
   */
  readonly sticky?: 'session' | 'profile';
  /**
   * Default: the embedded module. For a separate file or a precompiled module, pass it, or import
   * `ldp-bandits/url`. The file is `ldp-bandits.wasm`, for an algorithm with contexts
   * `contextual.wasm`, for slates `combinatorial.wasm`, for points of a convex set `convex.wasm`. At
   * an address (URL or string) must be that file of this version, compared by its SHA-256; else
   * `wasm_not_found`. What the page has loaded itself (a Response, bytes, a module) is taken as it
   * is.
   */
  readonly wasm?: WasmSource;
  /** Keep the private side of reports in memory for inspection UIs; never serialisable. */
  readonly inspect?: boolean;
  /** Aborts creation, or disposes the bandit later. */
  readonly signal?: AbortSignal;
  /**
   * Told everything that fails and that no promise of the page's own rejects with: requests, refused
   * reports, the ledger. An error holds nothing of a report or of a visitor. `details` of a request
   * are `{ url, status?, problem?, detail?, parameter?, cause?, retryAfterMs? }`; `problem` and
   * `detail` are what the collector said, `cause` is why there was no answer of it: `offline`, `csp`,
   * `cors`, `mixed_content`, `unreachable`, `timeout`, `aborted`, `not_json` or `foreign` (JSON of something else); or what
   * stands before the newest snapshot: `cached` or `closed`. What the function
   * throws is ignored. Default: one `console.warn` for each code and problem or cause in a page.
   */
  readonly onError?: (error: LdpError) => void;
}
