// The figures as SVG files that follow the reader's light or dark theme.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layoutPlot, optionsFor, seriesOf, toSVG } from 'ldp-bandits/plot';

/** One plot a spec, or one scatter plot: [{file, caption}]. */
export function drawFigure(figure, results, directory) {
  mkdirSync(directory, { recursive: true });
  const draw = (file, series, options) => {
    writeFileSync(join(directory, file), toSVG(layoutPlot(series, options), { theme: 'auto' }));
    return { file, caption: options.title };
  };
  if (figure.plot.kind === 'scatter') return [drawScatter(figure, results, draw)];
  return Object.entries(results).map(([name, result], index, all) => {
    const file = all.length === 1 ? `${figure.id}.svg` : `${figure.id}-${index + 1}.svg`;
    const title = all.length === 1 ? figure.title : `${figure.title}: ${name}`;
    const options = optionsFor(result, { title, x: { scale: figure.plot.rounds } });
    return draw(file, seriesOf(result), options);
  });
}

/** Points in one cloud a series, and the fitted line. */
function drawScatter(figure, results, draw) {
  const points = figure.plot.points(results);
  const clouds = [...new Set(points.map(({ series }) => series))].map((label) => {
    const members = points.filter(({ series }) => series === label);
    return {
      label,
      x: members.map(({ x }) => x),
      y: members.map(({ y }) => y),
      mark: 'points',
    };
  });
  const { slope, intercept } = figure.plot.line(points);
  const end = Math.max(...points.map(({ x }) => x));
  const line = {
    label: 'least squares',
    x: [0, end],
    y: [intercept, intercept + slope * end],
    kind: 'theory',
  };
  return draw(`${figure.id}.svg`, [...clouds, line], {
    title: figure.title,
    x: { label: figure.plot.xLabel },
    y: { label: 'final regret' },
  });
}
