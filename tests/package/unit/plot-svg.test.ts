// Plots as SVG documents, read back by a strict parser.
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { ren2020 } from 'ldp-bandits/papers';
import { layoutFigure, layoutPlot, themes, toPNG, toSVG } from 'ldp-bandits/plot';
import { createSimulator, type SimulationResult } from 'ldp-bandits/simulation';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { spec } from './simulation-support.js';

vi.setConfig({ testTimeout: 30_000 });

let result: SimulationResult;
beforeAll(async () => {
  await using simulator = await createSimulator();
  result = await simulator.run(spec).result;
});

/** Throws for what is not well-formed. */
const parse = (svg: string) => new Resvg(svg, { font: { loadSystemFonts: false } });

/** Colours of the pixels of a picture. */
function pixelsOf(svg: string): (x: number, y: number) => string {
  const { pixels, width } = parse(svg).render();
  const bytes = Buffer.from(pixels);
  return (x, y) => `#${bytes.toString('hex', 4 * (y * width + x), 4 * (y * width + x) + 3)}`;
}

describe('an SVG', () => {
  test('is well-formed whatever the labels are, and says nothing that is not in them', () => {
    const text = fc.string({ minLength: 0, maxLength: 30, unit: 'binary' });
    fc.assert(
      fc.property(text, text, (label, title) => {
        const series = [{ label, x: [1, 2], y: [1, 2] }];
        const svg = toSVG(layoutPlot(series, { title, labels: 'legend' }));
        expect(parse(svg).width).toBe(720);
        expect(svg).not.toMatch(/<script|<\/title>.*<\/title>/);
      }),
      { numRuns: 60 },
    );
    const svg = toSVG(layoutPlot([{ label: '<b>&"\u0000\ud800', x: [1], y: [1] }]));
    expect(svg).toContain('>&lt;b&gt;&amp;&quot;</text>');
  });

  test('stands alone: nothing in it leads out of it, and without a theme of the reader no style', () => {
    const svg = toSVG(result);
    expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
    expect(svg).not.toMatch(/href|url\(|<style|<script|<foreignObject|\bid=/);
  });

  test('has a title and a description for those who do not see it', () => {
    const svg = toSVG(result, { title: 'Five policies' });
    expect(svg).toContain('<title>Five policies</title>');
    expect(svg).toMatch(/<desc>regret .* ucb1 [\d,.]+ ± [\d,.]+ at 2,000; /);
    expect(svg).toContain('role="img"');
  });

  test('says that a result is partial', () => {
    expect(toSVG({ ...result, partial: true })).toContain('partial result');
    expect(toSVG(result)).not.toContain('partial');
  });

  test('counts the trials that are there, not those that were asked for, and promises no band of one', () => {
    const upTo = (replicates: number) =>
      result.curves.map((curve, index) => ({ ...curve, replicates: index === 0 ? 1 : replicates }));
    const asked = result.spec.replicates;
    const one = toSVG({ ...result, partial: true, curves: upTo(1) });
    expect(one).toContain(`regret (partial result, 1 of ${asked} trials)`);
    const two = toSVG({ ...result, partial: true, curves: upTo(2) });
    expect(two).toContain(`(partial result, 1 of ${asked} trials, 95 % band of the mean)`);
  });

  test.each(['light', 'dark'] as const)('has the colours of the %s theme', (theme) => {
    expect(pixelsOf(toSVG(result, { theme }))(2, 2)).toBe(themes[theme].background);
  });

  test('with the theme of the reader is light, and dark where dark is preferred', () => {
    const svg = toSVG(result, { theme: 'auto' });
    expect(pixelsOf(svg)(2, 2)).toBe(themes.light.background);
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    for (const colour of themes.dark.palette) expect(svg).toContain(colour);
  });

  test('keeps curves that leave the domain inside the frame', () => {
    const layout = layoutPlot([{ label: 'a', x: [0, 1], y: [-1e5, 1e5] }], {
      y: { domain: [0, 1] },
      labels: 'none',
    });
    const pixel = pixelsOf(toSVG(layout));
    const { background } = themes.light;
    for (let x = 0; x < 720; x += 1) expect(pixel(x, layout.frame.top - 4)).toBe(background);
  });
});

describe('a figure of the paper', () => {
  test('of points needs all its results', () => {
    const scatter = ren2020.figures.find(({ plot }) => plot.kind === 'scatter');
    expect(() => layoutFigure(scatter as (typeof ren2020.figures)[number], {})).toThrow(RangeError);
  });

  test('of curves shows those of all its specs, each under a name of its own', () => {
    const figure = { title: 'Two worlds', plot: { kind: 'curves', rounds: 'linear' } } as const;
    const layout = layoutFigure(figure, { here: result, there: result });
    expect(layout.series.length).toBe(10);
    expect(layout.series[0]?.label).toBe('ucb1, here');
    expect(layout.x.scale).toBe('linear');
    expect(layout.title).toBe('Two worlds');
    expect(layoutFigure(figure, { here: result }).series[0]?.label).toBe('ucb1');
    expect(layout.y.label).not.toContain('partial');
    const partly = layoutFigure(figure, { here: result, there: { ...result, partial: true } });
    expect(partly.y.label).toContain('partial result');
  });

  test('has what is claimed of its curves beside them, in grey, dashed and under a name of its own', () => {
    const end = {
      label: 'paper: 3 × ucb1',
      t: [1000, 2000],
      mean: [6, 9],
      low: [5, 8],
      high: [7, 11],
    };
    const figure = {
      title: 'Two worlds',
      plot: { kind: 'curves', rounds: 'linear' },
      references: () => [{ ...end, spec: 'there' }],
    } as const;
    const layout = layoutFigure(figure, { here: result, there: result });
    const claimed = layout.series.filter(({ kind }) => kind === 'theory');
    expect(claimed.map(({ label, ink }) => [label, ink])).toEqual([['paper: 3 × ucb1', 'muted']]);
    expect(claimed[0]?.dash.length).toBeGreaterThan(0);
    expect(claimed[0]?.band).not.toBe('');
    expect(layout.description).toContain('paper: 3 × ucb1 9 ± 1.5 at 2,000');
    expect(layout.y.label).toContain('grey: claimed');
    expect(layoutFigure(figure, { there: result }, { y: { label: 'lost' } }).y.label).toBe('lost');
    // Without a result of its own it would float beside the curves of another.
    expect(layoutFigure(figure, { here: result }).series).toHaveLength(5);
    const none = { ...figure, references: () => [] };
    expect(layoutFigure(none, { here: result }).y.label).not.toContain('grey');
  });
});

test('a PNG needs a canvas, and says so where there is none', async () => {
  await expect(toPNG(result)).rejects.toThrow('needs a canvas');
  await expect(toPNG(result, { scale: 0 })).rejects.toThrow(RangeError);
});
