/** A place whose content may be wider or higher than it is, and can be scrolled by keyboard too. */
import type { ComponentChildren } from 'preact';

/** A group, not a region: a page has many of them, and landmarks are for finding one's way. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      class="scroll"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard could not scroll it
      tabIndex={0}
    >
      {children}
    </div>
  );
}
