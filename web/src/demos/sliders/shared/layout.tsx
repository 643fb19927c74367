/** The layout that is tuned: a wall of cards, as a page would show it, at one setting of the two sliders. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Art } from '../../../shared/art.js';
import { POSTERS } from '../../../shared/experiment.js';
import { type Point, settingText, sizeOf, spacingOf } from './settings.js';

const CARDS = Array.from({ length: 12 }, (_, i) => (i * 3) % POSTERS.length);

/** @param props.name which one it is, for those who do not see it */
export function Layout({ point, name }: { point: Point; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, spacing] = [sizeOf(point), spacingOf(point)];
  // By script: the page's policy forbids style attributes, and without script there is nothing to compare.
  useLayoutEffect(() => {
    frame.current?.style.setProperty('--size', `${size}px`);
    frame.current?.style.setProperty('--spacing', `${spacing}px`);
  }, [size, spacing]);
  return (
    <div class="layout" ref={frame} role="img" aria-label={`${name}: ${settingText(point)}`}>
      <div class="layout-cards">
        {CARDS.map((arm, i) => (
          <div class="layout-card" key={`${i} ${arm}`}>
            <Art arm={arm} decorative />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
