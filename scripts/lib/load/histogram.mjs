// Latencies in buckets 2 % wide: a quantile is off by at most that, and a minute of load fits into 10 kB.
const WIDTH = Math.log(1.02);
const BUCKETS = 1200;

export class Histogram {
  #counts = new Float64Array(BUCKETS);
  count = 0;
  longestMs = 0;

  /** @param ms Above 0; below a microsecond counts as one. */
  add(ms) {
    const bucket = Math.floor(Math.log(Math.max(1, ms * 1000)) / WIDTH);
    this.#counts[Math.min(BUCKETS - 1, bucket)]++;
    this.count++;
    if (ms > this.longestMs) this.longestMs = ms;
  }

  /** The smallest latency in ms that this share of all does not exceed; NaN: there is none. */
  quantile(share) {
    let left = share * this.count;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0 && this.count > 0) return Math.exp((bucket + 1) * WIDTH) / 1000;
    }
    return Number.NaN;
  }
}
