/** A chart whose code comes when the reader comes near: most first looks at a page end above it. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChartProps } from './chart.js';

const NEAR = '200px';

/** What the build has drawn in its place, without the sentence above it: better than nothing to look at. */
const STILL = [
  document.querySelector('.zone-demo .chart-frame svg'),
  document.querySelector('.zone-demo .chart .legend'),
]
  .map((part) => part?.outerHTML ?? '')
  .join('');

export function LazyChart(props: ChartProps) {
  const place = useRef<HTMLElement>(null);
  const [loaded, setLoaded] = useState<{ Chart: FunctionComponent<ChartProps> } | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // Offline by now: the sentence above the chart says the same.
        void import('./chart.js').then(setLoaded, () => undefined);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (loaded) return <loaded.Chart {...props} />;
  return (
    <figure class="chart" ref={place}>
      <figcaption>{props.summary}</figcaption>
      <div class="chart-still" dangerouslySetInnerHTML={{ __html: STILL }} />
    </figure>
  );
}
