/** The place where cards lie. */
import { useEffect, useRef } from 'preact/hooks';
import { cardsDealt, phase } from './state.js';

/**
 * Focus and keys of the place where cards lie.
 *
 * @param press what a key does while they wait for an answer; true: it did something
 */
export function useTable(deal: () => void, press: (key: string) => boolean) {
  const region = useRef<HTMLElement>(null);
  const open = phase.value === 'open';
  useEffect(() => {
    // The answers come and go; a keyboard that stood on one of them would be thrown to the top of the page.
    const lost = cardsDealt.value > 0 && document.activeElement === document.body;
    if (open || lost) region.current?.focus({ preventScroll: true });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!open && event.key === 'Enter' && event.target === event.currentTarget) return deal();
    if (open && press(event.key)) event.preventDefault();
  };
  return { region, onKeyDown };
}
