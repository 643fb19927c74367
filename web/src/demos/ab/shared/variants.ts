/** Three ways to announce the same journey. Everything here is public: the same file for every visitor. */

export interface Variant {
  /** How the test calls it. */
  readonly letter: string;
  readonly headline: string;
  readonly copy: string;
  /** What it tries, in a few words. */
  readonly idea: string;
}

/** One variant is one arm; the index is the arm number that a report carries. */
export const VARIANTS: readonly Variant[] = [
  {
    letter: 'A',
    idea: 'numbers',
    headline: 'Seven huts, 84 kilometres',
    copy: '3,900 metres up and down again. Beds are kept for you at every hut.',
  },
  {
    letter: 'B',
    idea: 'a feeling',
    headline: 'Walk above the weather',
    copy: 'The clouds stay below you until noon, and there is soup at every stop.',
  },
  {
    letter: 'C',
    idea: 'hurry',
    headline: 'Nine beds left this June',
    copy: 'The huts are small and the summer is short. Book before somebody else does.',
  },
];

/** All three show the same picture: only the words are on trial. */
export const ART = 0;
