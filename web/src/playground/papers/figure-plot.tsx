/** A figure as we compute it: curves with their bands, or points with the line that they should lie on. */
import { Chart } from '../../chart/chart.js';
import { curvesOf, scatterOf } from './figure-series.js';
import type { FigureState } from './figure-state.js';
import { WorldPicture } from './picture/world-picture.js';

export function FigurePlot({ state }: { state: FigureState }) {
  const scatter = scatterOf(state);
  if (!scatter) {
    // Where points are to come, the curve under way is enough to look at.
    return (
      <>
        <Curves state={state} latestOnly={state.figure.plot.kind === 'scatter'} />
        <WorldPicture state={state} />
      </>
    );
  }
  return (
    <>
      <Chart {...scatter} />
      <details>
        <summary>The curves behind the points</summary>
        <Curves state={state} />
      </details>
    </>
  );
}

function Curves({ state, latestOnly = false }: { state: FigureState; latestOnly?: boolean }) {
  const drawings = curvesOf(state);
  return (
    <>
      {drawings.slice(latestOnly ? -1 : 0).map((drawing) => (
        <div key={drawing.name} class="plot">
          {drawings.length > 1 && <h3>{drawing.name}</h3>}
          <Chart {...drawing} />
        </div>
      ))}
    </>
  );
}
