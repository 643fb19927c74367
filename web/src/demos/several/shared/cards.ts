/**
 * The six cards, of four kinds, and which three of them may lie on the table together. Everything here is
 * public: the same file for every visitor.
 */

import { HALL } from '../../../shared/drawings.js';

export interface SlateCard {
  /** Which drawing it shows: an index into the posters, or `HALL`. */
  readonly art: number;
  /** Index into the kinds. */
  readonly kind: number;
  readonly name: string;
  readonly headline: string;
  readonly copy: string;
}

export const KINDS: readonly string[] = ['In the wild', 'In town', 'By the sea', 'Up high'];
const [WILD, TOWN, SEASIDE, HIGH] = [0, 1, 2, 3] as const;
const [MOUNTAINS, CITY, SEA, FOREST, DESERT] = [0, 1, 2, 3, 4] as const;

/** One card is one arm; the index is the arm number that a report carries. */
export const CARDS: readonly SlateCard[] = [
  {
    art: FOREST,
    kind: WILD,
    name: 'Cabin at night',
    headline: 'Sleep where it is quiet',
    copy: 'A stove, an owl, and a shelf of novels. That is the evening.',
  },
  {
    art: DESERT,
    kind: WILD,
    name: 'Fire in the dunes',
    headline: 'Count the stars together',
    copy: 'Blankets around a fire. Whoever has a drum plays.',
  },
  {
    art: CITY,
    kind: TOWN,
    name: 'Last tram',
    headline: 'Ride to the end and back',
    copy: 'Headphones on: the city’s stories, stop by stop.',
  },
  {
    art: HALL,
    kind: TOWN,
    name: 'Dance hall',
    headline: 'Follow the brass band',
    copy: 'Nine at night, old town. Your feet know what to do.',
  },
  {
    art: SEA,
    kind: SEASIDE,
    name: 'Tide school',
    headline: 'Learn to read the tide',
    copy: 'Two boats, and one keeper who explains it all at sunrise.',
  },
  {
    art: MOUNTAINS,
    kind: HIGH,
    name: 'Ridge at dawn',
    headline: 'Walk above the weather',
    copy: 'Up before the huts wake, soup at every stop.',
  },
];

/** Cards on a slate. */
export const SHOWN = 3;

/** Exactly three cards, at most one of a kind. */
export const SLATES = {
  type: 'partition',
  groups: CARDS.map(({ kind }) => kind),
  most: KINDS.map(() => 1),
  choose: SHOWN,
} as const;
