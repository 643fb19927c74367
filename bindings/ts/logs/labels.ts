// The labels of arms, strata and classes: their order, and those that look alike.
import { numberOf } from './number.js';
import { shown } from './refuse.js';

/** A total order: numbers by value, then all other text; equal numbers by their text. */
export function byNumberThenName(a: string, b: string): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  if (x !== y && !Number.isNaN(x)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same text in another Unicode form (composed or not): no reader can tell them apart. */
export const canonical = (label: string) => label.normalize('NFC');

/** What labels may have in common though they differ; the first that fits is told. */
const kKinds: readonly (readonly [why: string, key: (label: string) => string])[] = [
  ['by case', (label) => label.toLowerCase()],
  ['in how the same number is written', (label) => numberText(label)],
  [
    'by spaces, invisible characters, or the width of characters',
    (label) =>
      label
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(/\s+/g, ' ')
        .toLowerCase(),
  ],
];

/** Longer numbers are ids, of which two may be one floating-point number. */
const numberText = (label: string) => {
  const value = numberOf(label);
  return Number.isNaN(value) || label.length > 15 ? label : String(value);
};

const kMostTold = 5;

/** A sentence for each pair of labels that a person would take for one. They stay two arms. */
export function alikeIn(labels: readonly string[]): string[] {
  const told = new Set<string>();
  const all = kKinds.flatMap(([why, key]) => {
    const first = new Map<string, string>();
    return labels.flatMap((label) => {
      const other = first.get(key(label));
      first.set(key(label), other ?? label);
      if (other === undefined || told.has(label)) return [];
      told.add(label);
      return [
        `the arms ${shown(other)} and ${shown(label)} differ ${why} alone; they are taken as two. If they are one, write them alike`,
      ];
    });
  });
  const more = all.length - kMostTold;
  return more > 0 ? [...all.slice(0, kMostTold), `${more} more pairs of arms look alike`] : all;
}
