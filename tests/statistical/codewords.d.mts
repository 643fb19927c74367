export function normalTable(): Int16Array;
export function philox(
  key: readonly [number, number],
  counter: readonly [number, number, number, number],
): [number, number, number, number];
export function normals(id: Uint8Array, part: number, j: number, count: number): number[];
export function codeword(
  id: Uint8Array,
  part: number,
  index: number,
  codewords: number,
  count: number,
): number[];
