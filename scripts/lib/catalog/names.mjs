// How an id is spelt in C++ and TypeScript.
export const snake = (id) => id.replaceAll('-', '_');
export const snakeFromCamel = (name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const camel = (id) => id.replaceAll(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
export const pascal = (id) =>
  id.replaceAll(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());
/** A word of an enumeration in C++: lowerRR and lower-rr are lower_rr. */
export const identifier = (word) =>
  snake(word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase());
/** Of a constant in TypeScript. */
export const screaming = (name) => snakeFromCamel(name).toUpperCase();
