// What a series looks like. The palette keeps its colours apart also for colour-blind eyes; the dashes
// keep the lines apart without any colour.
import type { Ink, SeriesKind, Theme, ThemeName } from './types.js';

export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    background: '#fcfcfa',
    ink: '#1b1f24',
    muted: '#57606a',
    grid: '#dfe2e5',
    palette: ['#122a80', '#c87119', '#47886b', '#a474a8', '#593d0b', '#9779f1'],
  },
  dark: {
    background: '#101418',
    ink: '#e6e9ec',
    muted: '#9aa4af',
    grid: '#2b323a',
    palette: ['#7190ee', '#df5619', '#60deac', '#b274b0', '#fdc672', '#dcc8fd'],
  },
};

export const fontFamily = 'system-ui, "Segoe UI", Roboto, Ubuntu, sans-serif';
export const fontSize = 12;
/** Length of the piece of line in front of a name in the legend, with its gap. */
export const legendSample = 34;

const kDashes: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [5, 2],
  [14, 4, 2, 4, 2, 4],
];

export interface Look {
  readonly ink: Ink;
  readonly dash: readonly number[];
  readonly strokeWidth: number;
  /** Which of the symbols, for points. */
  readonly symbol: number;
}

/** The looks of all series of one plot, each different from the others of its kind. */
export function looksOf(kinds: readonly SeriesKind[]): Look[] {
  const seen = new Map<SeriesKind, number>();
  return kinds.map((kind) => {
    const rank = seen.get(kind) ?? 0;
    seen.set(kind, rank + 1);
    return lookOf(kind, rank);
  });
}

function lookOf(kind: SeriesKind, rank: number): Look {
  // After one round of the palette the same colours come again with the next dash.
  const dash = dashOf(rank + Math.floor(rank / kDashes.length));
  const ink = (rank % 6) as Ink;
  switch (kind) {
    case 'non-private':
      // Dashed, since the first private colour is nearly as dark as ink, and with dashes of their own:
      // where all colours are one, as with forced colours, the dash is all that tells them apart.
      return { ink: 'ink', dash: [4, 3, ...dots(rank)], strokeWidth: 2, symbol: rank };
    case 'uniform':
      return { ink: 'muted', dash: [1.5, 4], strokeWidth: 2, symbol: rank };
    case 'theory':
      return { ink: 'muted', dash: rank === 0 ? [6, 3] : dash, strokeWidth: 1.25, symbol: rank };
    case 'private':
      return { ink, dash, strokeWidth: 2, symbol: rank };
  }
}

/** `count` dots behind a dash. */
function dots(count: number): readonly number[] {
  return Array.from({ length: count }, () => [1, 3]).flat();
}

function dashOf(n: number): readonly number[] {
  return kDashes[n % kDashes.length] ?? [];
}

/** The colour of an ink under a theme. */
export function colourOf(ink: Ink, theme: Theme): string {
  return typeof ink === 'number' ? theme.palette[ink] : theme[ink];
}

/** Width of a text in the plot's font, from above for most fonts: there is nothing to measure with. */
export function textWidth(text: string, size = fontSize): number {
  let width = 0;
  for (const character of text) {
    if (/[ .,:;|!'ijlIft()[\]-]/.test(character)) width += 0.41;
    else width += /[A-Zmw=<>±·×@%]/.test(character) ? 0.82 : 0.64;
  }
  return width * size;
}
