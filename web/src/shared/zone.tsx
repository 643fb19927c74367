/**
 * The three places of the page, told apart by border, mark and words as well as by colour:
 * solid = this device, dashed = the server, dotted = what only a demo can know.
 */
import type { ComponentChildren } from 'preact';

const MARKS = { device: '▣', server: '◇', demo: '◌' } as const;

export function ZoneTitle(props: {
  zone: keyof typeof MARKS;
  id: string;
  title: string;
  aside: ComponentChildren;
  /** Of the heading; default 2. */
  level?: 2 | 3;
}) {
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <Heading class="zone-title" id={props.id}>
      <span class="zone-mark" aria-hidden="true">
        {MARKS[props.zone]}
      </span>{' '}
      {props.title} <span class="zone-aside">{props.aside}</span>
    </Heading>
  );
}
