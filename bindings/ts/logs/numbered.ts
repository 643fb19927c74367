import { byNumberThenName } from './labels.js';

/** The values of a column in their order, and of each row which one it has. */
export interface Numbered {
  readonly labels: readonly string[];
  readonly at: Uint32Array;
}

/** The values of a column, numbered as they come. */
export class Labels {
  readonly #numbers = new Map<string, number>();
  readonly at: number[] = [];
  get size(): number {
    return this.#numbers.size;
  }

  /** Whether it is new. */
  add(label: string): boolean {
    const isNew = this.know(label);
    this.at.push(this.#numbers.get(label) as number);
    return isNew;
  }

  /** A value that no row may have. Whether it is new. */
  know(label: string): boolean {
    const isNew = !this.#numbers.has(label);
    if (isNew) this.#numbers.set(label, this.#numbers.size);
    return isNew;
  }

  sorted(limit: number): Numbered {
    const labels = [...this.#numbers.keys()].sort(byNumberThenName);
    const places = new Uint32Array(labels.length);
    labels.forEach((label, place) => {
      places[this.#numbers.get(label) as number] = place;
    });
    const count = Math.min(limit, this.at.length);
    const at = Uint32Array.from(
      { length: count },
      (_, i) => places[this.at[i] as number] as number,
    );
    return { labels, at };
  }
}
