/** A number from [0, 1), with this browser's randomness. */
export function uniform(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}
