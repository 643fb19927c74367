// What a reader can ask of a chart of the site, and the code that a scene shows.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentenceAt, stepTo, stopAt, stopsOf } from '../../../web/src/chart/cursor.js';
import { curveThrough, nearest, readAt, thin, valueAt } from '../../../web/src/chart/series.js';

const line = curveThrough(
  [
    [0, 0],
    [10, 5],
    [20, 25],
  ],
  { label: 'private', kind: 'private' },
);
const dots = {
  label: 'UCB',
  mark: 'points' as const,
  x: [3, 1],
  y: [30, 10],
  names: ['late', 'early'],
};
const axes = { x: { label: 'rounds' }, y: { label: 'lost' } };

describe('a curve', () => {
  it('has a value between its points, and its ends beyond them', () => {
    expect([-5, 0, 5, 10, 15, 20, 99].map((x) => valueAt(line, x))).toEqual([
      0, 0, 2.5, 5, 15, 25, 25,
    ]);
    expect(valueAt({ x: [], y: [] }, 3)).toBe(0);
  });

  it('is read at the point nearest to the pointer', () => {
    expect([-1, 4, 6, 14.9, 15.1, 50].map((x) => nearest(line.x, x))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(nearest([], 1)).toBe(0);
  });

  it('has no stop where a log axis has no place', () => {
    expect(stopsOf([line], { label: 'rounds' }).map(({ x }) => x)).toEqual([0, 10, 20]);
    expect(stopsOf([line], { label: 'rounds', scale: 'log' }).map(({ x }) => x)).toEqual([10, 20]);
  });

  it('is read at its own points only where it says nothing between and beyond them', () => {
    const sparse = { ...line, label: 'paper', sparse: true };
    expect([-5, 0, 5, 10, 99].map((x) => readAt(sparse, x))).toEqual([null, 0, null, 5, null]);
    expect(readAt(line, 5)).toBe(2.5);
    expect(readAt({ ...sparse, x: [], y: [] }, 0)).toBe(null);
    const said = (x: number) => sentenceAt({ x, dot: null }, [line, sparse], axes);
    expect(said(10)).toBe('10 rounds: private 5, paper 5');
    expect(said(5)).toBe('5 rounds: private 3');
  });

  it('is read out with every other one', () => {
    const other = { ...line, label: 'uniform', y: [0, 1_000, 2_000] };
    expect(sentenceAt({ x: 10, dot: null }, [line, other], axes)).toBe(
      '10 rounds: private 5, uniform 1,000',
    );
  });
});

describe('dots', () => {
  it('are read from left to right, each by its name', () => {
    const stops = stopsOf([dots, line], axes.x);
    expect(stops.map(({ dot }) => dot?.name)).toEqual(['UCB, early', 'UCB, late']);
    const [first] = stops;
    expect(first && sentenceAt(first, [dots], axes)).toBe('UCB, early: 1 rounds, 10 lost');
  });

  it('are found by the pointer in the plane, not by x alone', () => {
    const stops = stopsOf([dots], axes.x);
    const place = (x: number, y: number) => [x, y] as const;
    expect(stopAt(stops, { x: 1, y: 29 }, place, 1)).toBe(1);
  });
});

it('the keys of the cursor stay inside the chart', () => {
  const steps = ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'a'];
  expect(steps.map((key) => stepTo(key, 0, 100))).toEqual([0, 1, 10, 0, 0, 100, undefined]);
  expect(stepTo('ArrowRight', 100, 100)).toBe(100);
});

it('thinning keeps both ends', () => {
  const many = Array.from({ length: 1000 }, (_, i) => i);
  const few = thin(many, 25);
  expect([few.length, few[0], few.at(-1)]).toEqual([25, 0, 999]);
  expect(thin([1, 2], 25)).toEqual([1, 2]);
});

it('no scene shows a number that was typed into its code', () => {
  const folder = new URL('../../../web/src/how/', import.meta.url);
  const scenes = readdirSync(folder).filter((file) => file.endsWith('-scene.tsx'));
  expect(scenes).toHaveLength(5);
  for (const file of scenes) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    // Between tags: a number there would be shown as it stands. "in 100" is a unit.
    const shown = Array.from(text.matchAll(/>([^<>{}=;()]*)</g), ([, words = '']) => words);
    const numbers = shown.join(' ').replaceAll(/\b(in|Of) 100\b/g, '');
    expect(numbers.match(/\d+/g) ?? [], file).toEqual([]);
  }
});
