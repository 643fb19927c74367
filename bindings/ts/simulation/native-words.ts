// Words as the module takes them.

/** The number of a word in its enumeration. */
export const numberOf = (words: readonly string[], word: string): number => words.indexOf(word);
