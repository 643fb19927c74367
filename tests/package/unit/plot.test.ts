// A plot as plain data: where things stand, and what a reader who does not see it is told.
import fc from 'fast-check';
import { layoutPlot, type PlotSeries, positionOf, seriesOf, valueAt } from 'ldp-bandits/plot';
import { createSimulator } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { spec } from './simulation-support.js';

const line = (label: string, y: readonly number[], more: Partial<PlotSeries> = {}): PlotSeries => ({
  label,
  x: y.map((_, i) => i + 1),
  y,
  ...more,
});
/** Corners of a path of straight lines. */
const cornersOf = (path: string) =>
  Array.from(
    path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g),
    ([, x, y]) => [Number(x), Number(y)] as const,
  );

describe('axes', () => {
  test('a linear one starts at zero and has round ticks', () => {
    const { y } = layoutPlot([line('a', [3, 1000])]);
    expect(y.domain[0]).toBe(0);
    expect(y.ticks.map(({ text }) => text)).toEqual(['0', '200', '400', '600', '800', '1000']);
  });

  test('millions and thousands have a letter', () => {
    const { x } = layoutPlot([{ label: 'a', x: [0, 6e6], y: [0, 1] }]);
    expect(x.ticks.map(({ text }) => text)).toContain('2M');
    const { y } = layoutPlot([line('a', [0, 50_000])]);
    expect(y.ticks.map(({ text }) => text)).toContain('50k');
  });

  test('a logarithmic one has powers of ten, and leaves out what is not positive', () => {
    const layout = layoutPlot([{ label: 'a', x: [0, 1, 1e3, 1e6], y: [5, 1, 2, 3] }], {
      x: { scale: 'log' },
    });
    expect(layout.x.domain).toEqual([1, 1e6]);
    expect(layout.x.ticks.map(({ text }) => text)).toContain('10⁴');
    expect(cornersOf(layout.series[0]?.line ?? '').length).toBe(3);
  });

  test('position and value are inverse to each other on both kinds', () => {
    const domains = fc
      .tuple(fc.double({ min: 1e-3, max: 1e3 }), fc.double({ min: 1.5, max: 1e6 }))
      .filter(([low, factor]) => Number.isFinite(low) && Number.isFinite(factor))
      .map(([low, factor]) => [low, low * factor] as const);
    const scales = fc.constantFrom('linear' as const, 'log' as const);
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(domains, scales, shares, (domain, scale, share) => {
        const { x } = layoutPlot([], { x: { scale, domain } });
        const value = domain[0] + share * (domain[1] - domain[0]);
        expect(valueAt(x, positionOf(x, value)) / value).toBeCloseTo(1, 6);
        expect(positionOf(x, domain[0])).toBeCloseTo(x.range[0], 6);
        expect(positionOf(x, domain[1])).toBeCloseTo(x.range[1], 6);
      }),
    );
  });

  test.each([
    ['a size too small', () => layoutPlot([], { width: 100 })],
    ['no size', () => layoutPlot([], { height: Number.NaN })],
    ['an axis that runs backwards', () => layoutPlot([], { x: { domain: [1, 0] } })],
    ['a log axis from zero', () => layoutPlot([], { y: { scale: 'log', domain: [0, 1] } })],
  ])('%s is refused', (_, lay) => expect(lay).toThrow(RangeError));
});

describe('series', () => {
  test('lie inside the frame, with their bands', () => {
    const curve = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.array(curve, { minLength: 1, maxLength: 8 }), (curves) => {
        const { series, frame } = layoutPlot(
          curves.map((y, i) =>
            line(`curve ${i}`, y, { low: y.map((v) => v / 2), high: y.map((v) => 2 * v) }),
          ),
        );
        for (const { line: path, band } of series) {
          for (const [x, y] of [...cornersOf(path), ...cornersOf(band)]) {
            expect(x).toBeGreaterThanOrEqual(frame.left - 0.01);
            expect(x).toBeLessThanOrEqual(frame.right + 0.01);
            expect(y).toBeGreaterThanOrEqual(frame.top - 0.01);
            expect(y).toBeLessThanOrEqual(frame.bottom + 0.01);
          }
        }
      }),
    );
  });

  test('have at most 400 corners, the first and the last point among them', () => {
    const y = Array.from({ length: 5000 }, (_, i) => Math.sqrt(i));
    for (const scale of ['linear', 'log'] as const) {
      const layout = layoutPlot([line('a', y)], { x: { scale } });
      const corners = cornersOf(layout.series[0]?.line ?? '');
      expect(corners.length).toBeLessThanOrEqual(400);
      expect(corners.length).toBeGreaterThan(scale === 'log' ? 100 : 350);
      expect(corners[0]?.[0]).toBeCloseTo(positionOf(layout.x, 1), 1);
      expect(corners.at(-1)?.[0]).toBeCloseTo(positionOf(layout.x, 5000), 1);
    }
  });

  test('differ from each other by more than colour', () => {
    const { series } = layoutPlot(
      (['private', 'non-private', 'uniform', 'private', 'private', 'non-private'] as const).map(
        (kind, i) => line(`${i}`, [i, i + 1], { kind }),
      ),
    );
    const dashes = series.map(({ dash, kind }) => (kind === 'private' ? `p ${dash}` : `${dash}`));
    expect(new Set(dashes).size).toBe(series.length);
    expect(series.map(({ ink }) => ink)).toEqual([0, 'ink', 'muted', 1, 2, 'ink']);
  });

  test('of points have a mark each, and room at the edge', () => {
    const cloud = { label: 'points', mark: 'points', x: [1, 2, 3], y: [10, 20, 30] } as const;
    const fit = { label: 'fit', kind: 'theory', x: [1, 3], y: [10, 30] } as const;
    const { series, frame, legend } = layoutPlot([cloud, fit]);
    expect(series[0]?.points.length).toBe(3);
    expect(series[0]?.symbol).toMatch(/^M/);
    expect(series[0]?.points.at(-1)?.[0]).toBeLessThan(frame.right - 5);
    expect(series[1]?.line).toMatch(/^M/);
    expect(legend.map(({ text }) => text)).toEqual(['points', 'fit']);
  });

  test('of a simulation know what is private from the spec, and have no band for one trial', async () => {
    await using simulator = await createSimulator();
    const result = await simulator.run(spec).result;
    expect(seriesOf(result).map(({ kind }) => kind)).toEqual([
      'non-private',
      'uniform',
      'private',
      'private',
      'private',
    ]);
    const single = await simulator.run({ ...spec, replicates: 1 }).result;
    expect(seriesOf(single).every(({ low }) => low === undefined)).toBe(true);
  });
});

describe('names', () => {
  test('at the ends of the lines never cover each other, stay inside, and keep the order of the lines', () => {
    const ends = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(ends, (values) => {
        const { series, height } = layoutPlot(
          values.map((value, i) => line(`${i}`, [0, value])),
          { labels: 'end', height: 420 },
        );
        const labels = series.flatMap(({ endLabel }) => (endLabel === null ? [] : [endLabel]));
        expect(labels.length).toBe(values.length);
        labels.sort((a, b) => a.y - b.y);
        labels.forEach((label, i) => {
          const above = labels[i - 1];
          if (above === undefined) return;
          expect(label.y - above.y).toBeGreaterThan(14.99);
          expect(label.anchor[1]).toBeGreaterThanOrEqual(above.anchor[1] - 1e-9);
        });
        expect(labels[0]?.y).toBeGreaterThan(0);
        expect(labels.at(-1)?.y).toBeLessThan(height);
      }),
    );
  });

  test('move as little as they can: two that are far apart stay where their lines end', () => {
    const { series } = layoutPlot([line('low', [0, 10]), line('high', [0, 90])]);
    for (const { endLabel } of series) expect(endLabel?.y).toBeCloseTo(endLabel?.anchor[1] ?? 0, 6);
  });

  test('go into a legend below where they are too long, in rows that fit', () => {
    const names = ['short', 'x'.repeat(60), 'another one of some length', 'and one more'];
    const { legend, series, frame, width, height } = layoutPlot(
      names.map((name, i) => line(name, [i, i + 1])),
      { width: 480 },
    );
    expect(legend.map(({ text }) => text)).toEqual(names);
    expect(series.every(({ endLabel }) => endLabel === null)).toBe(true);
    for (const { x, y } of legend) {
      expect(x).toBeLessThan(width);
      expect(y).toBeGreaterThan(frame.bottom);
      expect(y).toBeLessThan(height);
    }
  });
});

test('a layout is plain data, and the same for the same input', () => {
  const series = [line('a', [1, 2, 3], { low: [0, 1, 2], high: [2, 3, 4] })];
  const layout = layoutPlot(series, { y: { label: 'regret' } });
  expect(JSON.parse(JSON.stringify(layout))).toEqual(layout);
  expect(layoutPlot(series, { y: { label: 'regret' } })).toEqual(layout);
});

test('an empty plot is a plot', () => {
  const { series, x, title } = layoutPlot([]);
  expect(series).toEqual([]);
  expect(x.ticks.length).toBeGreaterThan(1);
  expect(title).toBe('nothing yet');
});

test('who does not see it is told what stands at the end of every line', () => {
  const regret = line('weighted, ε = 1', [100, 812], { low: [90, 772], high: [110, 852] });
  const { title, description } = layoutPlot([regret], {
    x: { label: 'rounds' },
    y: { label: 'regret' },
  });
  expect(title).toBe('regret: weighted, ε = 1');
  expect(description).toBe('regret over rounds; weighted, ε = 1 812 ± 40 at 2.');
});
