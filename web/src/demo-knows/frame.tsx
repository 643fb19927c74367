/** BEHIND THE SCENES: what every panel of it has around its truth. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { ChartProps } from '../chart/chart.js';
import { shareText } from '../shared/format.js';
import { ZoneTitle } from '../shared/zone.js';
import { type CrowdOptions, startCrowd } from './crowd.js';
import { CrowdControl } from './crowd-control.js';

/** The chart itself, or one that waits until it is looked at. */
export interface WithChart {
  readonly Chart: FunctionComponent<ChartProps>;
}

/**
 * @param props.truth what is true, beside what the server believes
 * @param props.about what the crowd is
 */
export function DemoFrame(props: {
  truth: ComponentChildren;
  about: ComponentChildren;
  chart: ComponentChildren;
}) {
  return (
    <>
      <ZoneTitle zone="demo" />
      <div class="demo-grid">
        <div>
          {props.truth}
          <CrowdControl />
          <p class="fine">{props.about}</p>
        </div>
        {props.chart}
      </div>
    </>
  );
}

/** What share would go, and what the server thinks of it. */
export function TrueShare(props: {
  truth: number | undefined;
  believed: number | null | undefined;
}) {
  const { truth = 0, believed = null } = props;
  return (
    <>
      <p>
        <b class="truth-number">{Math.round(truth * 100)}%</b> would go
      </p>
      <p class="fine">server: {believed === null ? 'nothing yet' : `${shareText(believed)}%`}</p>
    </>
  );
}

/** A crowd whose visitors come in a Worker of their own. */
export const crowdIn = (worker: () => Worker) => (options: Omit<CrowdOptions, 'worker'>) =>
  startCrowd({ ...options, worker });
