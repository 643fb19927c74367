/** A 32-bit generator (mulberry32) as a uniform in (0, 1), for auditors that are themselves under test. */
export function uniforms(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 + 2 ** -33;
  };
}

/** By Box and Muller. */
export const normal = (uniform) =>
  Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** The wire of `count` reports that are all as long, one post each. */
export const wireOf = (count, length) => ({
  lengths: new Uint32Array(count).fill(length),
  posts: new Uint32Array(count).fill(1),
});

/** Vectors of a release, judged by what `project` makes of each. */
export function vectorSampler(release, uniform) {
  return async (_claim, inputOf, count, project) => {
    const vectors = Array.from({ length: count }, (_, i) => release(inputOf(i), uniform));
    return {
      values: Int32Array.from(vectors, project),
      firsts: Int32Array.from(vectors, ([first]) => first),
      ...wireOf(count, 160),
    };
  };
}
