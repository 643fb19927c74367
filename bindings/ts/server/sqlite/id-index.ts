/**
 * The ids of one epoch, in memory: 128-bit keys in a flat table, 22 to 43 bytes for each. The database keeps them
 * as a log, in the order of their arrival. An index in the database would write a page for almost every report,
 * since ids are random.
 */

/** Words of an id. */
const WORDS = 4;
const SMALLEST = 64;

export class IdIndex {
  /** Four words a slot; a slot of zeros is free. */
  #slots = new Uint32Array(SMALLEST * WORDS);
  /** Slots less 1; their number is a power of two. */
  #mask = SMALLEST - 1;
  #used = 0;
  #hasZero = false;
  /** Drawn for each index: a sender that chooses its ids cannot choose where they meet. */
  readonly #keys = crypto.getRandomValues(new Uint32Array(WORDS + 1));

  /** How many ids there are. */
  get size(): number {
    return this.#used + (this.#hasZero ? 1 : 0);
  }

  /** What the table takes, in bytes. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /**
   * Whether an id is there.
   *
   * @param words Ids, four words each.
   * @param i Which of them.
   */
  has(words: Uint32Array, i: number): boolean {
    const at = i * WORDS;
    const a = words[at] as number;
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    const d = words[at + 3] as number;
    if ((a | b | c | d) === 0) return this.#hasZero;
    return !this.#isFree(this.#find(a, b, c, d));
  }

  /**
   * Adds an id.
   *
   * @param words Ids, four words each.
   * @param i Which of them.
   * @returns false if it was there.
   */
  add(words: Uint32Array, i: number): boolean {
    const at = i * WORDS;
    const a = words[at] as number;
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    const d = words[at + 3] as number;
    if ((a | b | c | d) === 0) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    if (4 * this.#used >= 3 * (this.#mask + 1)) this.#grow();
    return this.#place(a, b, c, d);
  }

  #place(a: number, b: number, c: number, d: number): boolean {
    const slots = this.#slots;
    const at = this.#find(a, b, c, d);
    if (!this.#isFree(at)) return false;
    slots[at] = a;
    slots[at + 1] = b;
    slots[at + 2] = c;
    slots[at + 3] = d;
    this.#used++;
    return true;
  }

  /** Where an id is, or else the free slot that it would take. */
  #find(a: number, b: number, c: number, d: number): number {
    const slots = this.#slots;
    for (let slot = this.#hash(a, b, c, d) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * WORDS;
      const [w, x, y, z] = [slots[at], slots[at + 1], slots[at + 2], slots[at + 3]];
      if (w === a && x === b && y === c && z === d) return at;
      if (((w as number) | (x as number) | (y as number) | (z as number)) === 0) return at;
    }
  }

  #isFree(at: number): boolean {
    const slots = this.#slots;
    const [w, x, y, z] = [slots[at], slots[at + 1], slots[at + 2], slots[at + 3]];
    return ((w as number) | (x as number) | (y as number) | (z as number)) === 0;
  }

  /** Each word is mixed with its secret before it meets the others, so that no two of them cancel out. */
  #hash(a: number, b: number, c: number, d: number): number {
    const [p, q, r, s, t] = this.#keys as unknown as [number, number, number, number, number];
    let h = mixed((a ^ p) + t);
    h = mixed((h ^ b) + q);
    h = mixed((h ^ c) + r);
    return mixed((h ^ d) + s);
  }

  #grow(): void {
    const old = this.#slots;
    // Throws where there is no memory for it: the index is as it was then.
    this.#slots = new Uint32Array(2 * old.length);
    this.#mask = 2 * this.#mask + 1;
    this.#used = 0;
    for (let at = 0; at < old.length; at += WORDS) {
      const [a = 0, b = 0, c = 0, d = 0] = old.subarray(at, at + WORDS);
      if ((a | b | c | d) !== 0) this.#place(a, b, c, d);
    }
  }
}

/** The finaliser of MurmurHash3 (Appleby 2011): every bit of a word depends on every other. */
function mixed(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
