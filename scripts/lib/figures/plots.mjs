// The figures as SVG files that follow the reader's light or dark theme.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layoutFigure, toSVG } from 'ldp-bandits/plot';

/** One plot a spec, or one scatter plot: [{file, caption}]. `setting`: of a figure with switches, in words. */
export function drawFigure(figure, results, directory, setting = []) {
  mkdirSync(directory, { recursive: true });
  const stem = [figure.id, ...setting].join('-');
  const draw = (file, layout, caption) => {
    writeFileSync(join(directory, file), toSVG(layout, { theme: 'auto' }));
    return { file, caption };
  };
  if (figure.plot.kind === 'scatter') {
    return [draw(`${stem}.svg`, layoutFigure(figure, results), figure.title)];
  }
  return Object.entries(results).map(([name, result], index, all) => {
    const file = all.length === 1 ? `${stem}.svg` : `${stem}-${index + 1}.svg`;
    const parts = [...(all.length === 1 ? [] : [name]), ...setting];
    const title = parts.length === 0 ? figure.title : `${figure.title}: ${parts.join(', ')}`;
    return draw(file, layoutFigure(figure, { [name]: result }, { title }), title);
  });
}
