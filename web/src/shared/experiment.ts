/**
 * What is public: the posters, the privacy levels on offer and the terms of each experiment.
 * The page pins these terms; the collector publishes them; neither can change them for the other.
 */
import { levelsOf } from './levels.js';

/** One poster is one arm; the index is the arm number that a report carries. */
export interface Poster {
  readonly id: string;
  readonly name: string;
  readonly headline: string;
  readonly copy: string;
  /** What the drawing shows, for people who do not see it. */
  readonly alt: string;
}

export const POSTERS: readonly Poster[] = [
  {
    id: 'mountains',
    name: 'Mountains',
    headline: 'Walk above the weather',
    copy: 'Seven huts, one ridge, soup at every stop. The clouds stay below you until noon.',
    alt: 'A snow-capped peak above a sea of clouds, a small hut with lit windows on the nearest ridge.',
  },
  {
    id: 'city',
    name: 'City',
    headline: 'Take the last tram',
    copy: 'The bakery on the corner opens at four. You smell the bread before you see the light.',
    alt: 'A red tram with lit windows crossing a bridge, layers of towers behind it at dusk.',
  },
  {
    id: 'sea',
    name: 'Sea',
    headline: 'Learn to read the tide',
    copy: 'A ferry that waits for nobody, a keeper who lets you climb, and herring for lunch.',
    alt: 'A striped lighthouse on a rock, a ferry on the horizon, four rows of waves in front.',
  },
  {
    id: 'forest',
    name: 'Forest',
    headline: 'Sleep where it is quiet',
    copy: 'A cabin without a clock, two hours from the road. The owl keeps the time.',
    alt: 'A small red cabin between tall pines, a path to its door, an owl on a branch.',
  },
  {
    id: 'desert',
    name: 'Desert',
    headline: 'Count the stars you missed',
    copy: 'Bring a blanket. The nearest street lamp is ninety kilometres behind you.',
    alt: 'Layered dunes under a huge low sun, one lit tent, one person looking up.',
  },
];

/** Privacy levels with an experiment of their own, weakest privacy last. Epsilon per report. */
export const STOPS = [0.125, 0.25, 0.5, 1, 2, 4, 8] as const;
export type Stop = (typeof STOPS)[number];
export const DEFAULT_STOP: Stop = 1;

/** What this browser profile may spend in one demo, at all its privacy levels together. */
export const EPSILON_TOTAL = 8;

/** The collector publishes after this many reports, or when asked this long after the last snapshot. */
export const PUBLISH_EVERY = { reports: 25, ms: 15_000 } as const;
/** Epochs that may be open at once, as many as a collector keeps slates of. */
export const RETENTION = 64;
/** A crowd sends its reports together, so that a visitor's own requests stay legible. */
export const REPORTS_PER_BODY = 100;
/** How long a visitor may take to answer, in seconds: what the page offers. */
export const ANSWER_WINDOWS = [6, 20, 60] as const;
/**
 * What page and collector agree on. The page sends at the end of the answer window, without a delay, so that
 * visitors see it happen: on a page of yours a delay hides when they came. With these times and
 * {@link RETENTION} the collector publishes every 1.5 s at most.
 */
export const TIMING = {
  responseWindowMs: Math.max(...ANSWER_WINDOWS) * 1000,
  maxDelayMs: 0,
  snapshotAgeMs: 20_000,
  // The crowd shares what it has fetched, for a moment.
  slackMs: 6_000,
} as const;
/** For crowds that send the moment they choose, when the site is built: epochs close by count. */
export const AT_ONCE = {
  responseWindowMs: 0,
  maxDelayMs: 0,
  snapshotAgeMs: 0,
  slackMs: 0,
} as const;

/** `timeoutMs` where the collector is on this device: an option that is shown before it answers is not always reported. */
export const PATIENT_MS = 60_000;

/** A collector's table, with the times of its epochs. */
export function timed<T extends object, U extends object>(
  table: Readonly<Record<string, T>>,
  timing: U,
): Record<string, T & { readonly timing: U }> {
  return Object.fromEntries(
    Object.entries(table).map(([name, terms]) => [name, { ...terms, timing }]),
  );
}
/** Path of the collector below the site's root. */
export const COLLECT_PATH = 'collector';

/** The largest stop that costs no more than `epsilon`; the smallest stop if there is none. */
export function stopAtMost(epsilon: number): Stop {
  return [...STOPS].reverse().find((stop) => stop <= epsilon) ?? STOPS[0];
}

/** The terms of the first page's experiments. */
export const POSTER = levelsOf('posters', STOPS, {
  algorithm: { type: 'ldp-thompson', arms: POSTERS.length },
  labels: POSTERS.map(({ name }) => name),
});
