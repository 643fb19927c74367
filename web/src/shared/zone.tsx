/**
 * The three places of the page, told apart by border, mark and words as well as by colour:
 * solid = this device, dashed = the server, dotted = what only a demo can know.
 */
import type { ComponentChildren } from 'preact';

const ZONES = {
  device: { mark: '▣', title: 'This device', aside: 'private' },
  server: { mark: '◇', title: 'Server', aside: 'sees only reports' },
  demo: {
    mark: '◌',
    title: 'Behind the scenes',
    aside: 'only a simulation can know the true answer',
  },
} as const;

/** Id, title and aside are those of the zone unless said; the heading has level 2. */
export function ZoneTitle(props: {
  zone: keyof typeof ZONES;
  id?: string;
  title?: string;
  aside?: ComponentChildren;
  level?: 2 | 3;
}) {
  const zone = ZONES[props.zone];
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <Heading class="zone-title" id={props.id ?? `${props.zone}-title`}>
      <span class="zone-mark" aria-hidden="true">
        {zone.mark}
      </span>{' '}
      {props.title ?? zone.title} <span class="zone-aside">{props.aside ?? zone.aside}</span>
    </Heading>
  );
}
