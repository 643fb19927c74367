/** Times the visitors that privacy takes, at once where the build has computed it. */
import { signal } from '@preact/signals';
import { stopAtMost } from './experiment.js';
import type { Prices } from './prices.js';

/** Loaded where a visitor asks for an ε between the privacy levels. */
const library = signal<typeof import('./prices.js') | null>(null);
let isLoading = false;

/**
 * @param built by privacy level, as generated/prices-start.json has it
 * @param epsilon of one report; until the library is there, an ε between two levels has the price of the lower one
 */
export function priceFactor(
  of: keyof Prices,
  built: Readonly<Record<string, number>>,
  epsilon: number,
): number {
  const known = built[String(epsilon)];
  if (known) return known;
  if (library.value) return library.value.prices(epsilon)[of].factor;
  if (!isLoading) {
    isLoading = true;
    void import('./prices.js').then((loaded) => {
      library.value = loaded;
    });
  }
  return built[String(stopAtMost(epsilon))] ?? Number.NaN;
}
