/** Two samples on one axis. */
import type { Histogram } from './menu.js';

const FEW = 12;
const BINS = 48;
/** Left out at either end, so that one far report does not squeeze the rest. */
const TAIL = 0.002;

export function histogramOf(samples: readonly [Int32Array, Int32Array]): Histogram {
  const pooled = Int32Array.from([...samples[0], ...samples[1]]).sort();
  const distinct = new Set<number>();
  for (const value of pooled) {
    if (distinct.add(value).size > FEW) break;
  }
  if (distinct.size <= FEW) {
    const at = [...distinct];
    const countAll = (sample: Int32Array) => {
      const counts = new Map(at.map((value) => [value, 0]));
      for (const value of sample) counts.set(value, (counts.get(value) ?? 0) + 1);
      return at.map((value) => counts.get(value) ?? 0);
    };
    return { at, counts: [countAll(samples[0]), countAll(samples[1])] };
  }
  const low = pooled[Math.floor(TAIL * pooled.length)] ?? 0;
  const high = pooled[Math.ceil((1 - TAIL) * pooled.length) - 1] ?? 0;
  const step = Math.max(1, (high - low + 1) / BINS);
  const at = Array.from({ length: BINS }, (_, bin) => low + (bin + 0.5) * step);
  const countBins = (sample: Int32Array) => {
    const counts = at.map(() => 0);
    for (const value of sample) {
      const bin = Math.floor((value - low) / step);
      if (bin >= 0 && bin < BINS) counts[bin] = (counts[bin] ?? 0) + 1;
    }
    return counts;
  };
  return { at, counts: [countBins(samples[0]), countBins(samples[1])] };
}
