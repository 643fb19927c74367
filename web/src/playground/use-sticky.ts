/**
 * A column that stays in sight beside a longer one. If it is higher than the screen it scrolls until its end
 * is seen and stays there, so that no part of it is out of reach.
 */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const MARGIN = 12;

export function useSticky(): RefObject<HTMLElement> {
  const column = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = column.current;
    if (!element) return undefined;
    const place = () => {
      const top = Math.min(MARGIN, innerHeight - element.offsetHeight - MARGIN);
      element.style.insetBlockStart = `${top}px`;
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
    };
  }, []);
  return column;
}
