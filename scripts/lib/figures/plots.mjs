// The figures as SVG files that follow the reader's light or dark theme.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layoutFigure, toSVG } from 'ldp-bandits/plot';

/** One plot a spec, or one scatter plot: [{file, caption}]. */
export function drawFigure(figure, results, directory) {
  mkdirSync(directory, { recursive: true });
  const draw = (file, layout, caption) => {
    writeFileSync(join(directory, file), toSVG(layout, { theme: 'auto' }));
    return { file, caption };
  };
  if (figure.plot.kind === 'scatter') {
    return [draw(`${figure.id}.svg`, layoutFigure(figure, results), figure.title)];
  }
  return Object.entries(results).map(([name, result], index, all) => {
    const file = all.length === 1 ? `${figure.id}.svg` : `${figure.id}-${index + 1}.svg`;
    const title = all.length === 1 ? figure.title : `${figure.title}: ${name}`;
    return draw(file, layoutFigure(figure, { [name]: result }, { title }), title);
  });
}
