/** The place where cards lie. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { canAnswerOffer } from './offered.js';
import { cardsDealt, phase, trace } from './state.js';

/**
 * @param props.kind of cards, for the style sheet
 * @param props.label what lies there, for those who do not see it
 * @param props.press what a key does while they wait for an answer; true: it did something
 */
export function Table(props: {
  kind: string;
  label: string;
  deal(): void;
  press(key: string, isOnTable: boolean): boolean;
  children: ComponentChildren;
}) {
  const { kind, label, deal, press, children } = props;
  const region = useRef<HTMLElement>(null);
  const open = phase.value === 'open';
  const isAnswered = trace.value !== null;
  const canAnswer = open || canAnswerOffer.value;
  useEffect(() => {
    // The answers come and go; a keyboard that stood on one of them would be thrown to the top of the page.
    const lost = cardsDealt.value > 0 && document.activeElement === document.body;
    if (open || lost) region.current?.focus({ preventScroll: true });
  }, [open, canAnswer, isAnswered]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOnTable = event.target === event.currentTarget;
    if (!canAnswer && event.key === 'Enter' && isOnTable) return deal();
    if (canAnswer && press(event.key, isOnTable)) event.preventDefault();
  };
  return (
    <section
      class={`table ${kind}`}
      ref={region}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </section>
  );
}
