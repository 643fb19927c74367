// `ldp-bandits/growthbook`: a plugin of GrowthBook's JavaScript SDK.
import { type BanditsSetup, shareBandits } from '../components/index.js';
import { BanditFlags } from '../flags/flags.js';
import type { BanditFlagTable } from '../flags/types.js';
import { invalidArgument } from '../internal/checks.js';

/** What is used of a GrowthBook: the methods that every read of a feature goes through. */
interface Book {
  evalFeature(key: string): unknown;
  getForcedFeatures(): Map<string, unknown>;
  setForcedFeatures(forced: Map<string, unknown>): void;
  logEvent(event: string, properties?: Readonly<Record<string, unknown>>): Promise<void>;
  onDestroy(run: () => void): void;
}

/**
 * A plugin with which experiments decide features of these keys, for `isOn`, `getFeatureValue` and `evalFeature`; all
 * other features stay those of GrowthBook. A variant is drawn from the public snapshot when the plugin starts, for
 * free, and the page renders again when it is known. The first evaluation opens the decision and spends one report's
 * budget. `logEvent(event, { value })` is the answer, and the event of an experiment goes no further: its value would be
 * the answer without noise. The attributes are not read. A feature that is forced by hand is that of GrowthBook.
 *
 * Evaluate a feature where its variant is shown, and never because of an answer.
 *
 * @throws LdpError `invalid_argument`.
 */
export function banditPlugin(setup: BanditsSetup, table: BanditFlagTable): (book: object) => void {
  const events = new Set(Object.values(table).map(({ event }) => event));
  return (given) => {
    const book = given as Book;
    if (typeof book.evalFeature !== 'function' || typeof book.setForcedFeatures !== 'function')
      throw invalidArgument('book', book, 'must be a GrowthBook of a page');
    const flags = new BanditFlags(shareBandits(setup), table);
    const { evalFeature, logEvent } = book;
    book.evalFeature = (key) => {
      if (!flags.has(key) || book.getForcedFeatures().has(key)) return evalFeature.call(book, key);
      const found = flags.evaluate(key);
      const value = found?.value ?? null;
      return {
        value,
        on: Boolean(value),
        off: !value,
        source: found ? 'force' : 'unknownFeature',
        ruleId: found?.variant ?? '',
      };
    };
    book.logEvent = async (event, properties) => {
      if (!events.has(event)) return logEvent.call(book, event, properties);
      flags.answer(event, properties?.['value']);
    };
    // Features that are forced anew, even to the same, are rendered anew.
    void flags.open(() => book.setForcedFeatures(book.getForcedFeatures()));
    book.onDestroy(() => flags.close());
  };
}

export type { BanditFlag, BanditFlagTable } from '../flags/types.js';
