/** A region that may be wider or higher than its place, and can be scrolled by keyboard too. */
import type { ComponentChildren } from 'preact';

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard could not scroll it
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
