/** The two settings of the layout: each a number from 0 to 1 on its slider, and what it means in pixels. */

/** [card size, spacing], each in [0, 1]. */
export type Point = readonly [size: number, spacing: number];

const SIZE = { least: 36, most: 132 } as const;
const SPACING = { least: 2, most: 44 } as const;

export const sizeOf = ([size]: Point) => Math.round(SIZE.least + (SIZE.most - SIZE.least) * size);
export const spacingOf = ([, spacing]: Point) =>
  Math.round(SPACING.least + (SPACING.most - SPACING.least) * spacing);

/** "cards 112 px wide, 9 px apart" */
export const settingText = (point: Point) =>
  `cards ${sizeOf(point)} px wide, ${spacingOf(point)} px apart`;

export const toPoint = (values: ArrayLike<number>): Point => [values[0] ?? 0.5, values[1] ?? 0.5];

/** Where every slider begins. */
export const MIDDLE: Point = [0.5, 0.5];
