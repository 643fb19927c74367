/** What every chart does: takes the width that it is given, and repaints no more often than eyes need. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const REPAINT_MS = 100;
/** Wide enough for an axis and three numbers; narrower places scroll. */
const NARROWEST = 260;

export function useWidth(initial: number): [RefObject<HTMLDivElement>, number] {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(NARROWEST, Math.round(entry.contentRect.width)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}

/** The newest value, handed on at most ten times a second. */
export function usePaced<T>(value: T): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const show = () => {
      shownAt.current = performance.now();
      setShown(value);
    };
    const wait = shownAt.current + REPAINT_MS - performance.now();
    if (wait <= 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [value, shown]);
  return shown;
}

/** The newest text, once it has held still: for screen readers, who cannot skip what is outdated. */
export function useSettled(text: string, ms = 300): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
}
