// Lists made without the built-ins that old libraries replace for a whole page: `Array.from` (Prototype.js,
// MooTools before 1.6) ignores its second argument there, and `reduce` (Prototype.js 1.6) takes none.

/** `make(0)` to `make(count - 1)`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  const list: T[] = [];
  for (let index = 0; index < count; index++) list.push(make(index));
  return list;
}

/** How many entries the lists have together. */
export function totalLength(lists: Iterable<{ readonly length: number }>): number {
  let sum = 0;
  for (const { length } of lists) sum += length;
  return sum;
}

/** The bytes of a text of characters up to 255, such as `atob` gives. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}
