/**
 * The eight cards and what they offer. Everything here is public: the same file for every visitor.
 *
 * Three aspects in all combinations make eight cards; the other three are their products (a 2^(6-3) design),
 * so that over the eight cards every aspect is offered four times each way, and none goes with another.
 */

/** What a visitor may want and a card may offer, from one end to the other. */
export interface Aspect {
  readonly id: 'wild' | 'quiet' | 'early' | 'calm' | 'familiar' | 'words';
  /** The end at +1, and the end at −1. */
  readonly ends: readonly [plus: string, minus: string];
  /** For the foot of a bar. */
  readonly short: string;
}

export const ASPECTS: readonly Aspect[] = [
  { id: 'wild', ends: ['nature', 'town'], short: 'nature' },
  { id: 'quiet', ends: ['quiet', 'company'], short: 'quiet' },
  { id: 'early', ends: ['early', 'late'], short: 'early' },
  { id: 'calm', ends: ['sitting still', 'moving'], short: 'still' },
  { id: 'familiar', ends: ['familiar', 'unusual'], short: 'known' },
  { id: 'words', ends: ['English spoken', 'no words needed'], short: 'words' },
];

export interface Card {
  /** Whose drawing it shows: an index into the posters. */
  readonly art: number;
  readonly name: string;
  readonly headline: string;
  readonly copy: string;
  /** +1 or −1 for each aspect. */
  readonly offers: readonly number[];
}

const [MOUNTAINS, CITY, SEA, FOREST, DESERT] = [0, 1, 2, 3, 4] as const;

function card(
  art: number,
  wild: 1 | -1,
  quiet: 1 | -1,
  early: 1 | -1,
  text: Pick<Card, 'name' | 'headline' | 'copy'>,
): Card {
  const offers = [wild, quiet, early, -wild * early, wild * quiet, -quiet * early];
  return { art, offers, ...text };
}

export const CARDS: readonly Card[] = [
  card(MOUNTAINS, 1, 1, 1, {
    name: 'Ridge at dawn',
    headline: 'Walk above the weather',
    copy: 'Up before the huts wake. Nobody talks until the first snowfield.',
  }),
  card(FOREST, 1, 1, -1, {
    name: 'Cabin at night',
    headline: 'Sleep where it is quiet',
    copy: 'A stove, an owl, and a shelf of English novels. That is the evening.',
  }),
  card(SEA, 1, -1, 1, {
    name: 'Tide school',
    headline: 'Learn to read the tide',
    copy: 'Eight people, two boats, one keeper who explains it all at sunrise.',
  }),
  card(DESERT, 1, -1, -1, {
    name: 'Fire in the dunes',
    headline: 'Count the stars together',
    copy: 'Blankets around a fire. Whoever has a drum plays; nobody needs a language.',
  }),
  card(CITY, -1, 1, 1, {
    name: 'Window seat',
    headline: 'Be there when bread is',
    copy: 'A stool in a bakery window at five. You point, you eat, you watch it get light.',
  }),
  card(CITY, -1, 1, -1, {
    name: 'Last tram',
    headline: 'Ride to the end and back',
    copy: 'Headphones on, a voice tells the city’s stories stop by stop, in English.',
  }),
  card(SEA, -1, -1, 1, {
    name: 'Harbour breakfast',
    headline: 'Sit down with the crew',
    copy: 'One long table when the boats are in. They will tell you everything.',
  }),
  card(CITY, -1, -1, -1, {
    name: 'Dance hall',
    headline: 'Follow the brass band',
    copy: 'Nine at night, old town, everybody. Your feet know what to do.',
  }),
];
