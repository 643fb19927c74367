/** SERVER: what every panel of it has around what it has learnt. */
import { explain } from 'ldp-bandits/explain';
import type { ComponentChildren } from 'preact';
import { stop } from '../shared/selection.js';
import { ZoneTitle } from '../shared/zone.js';
import { Arrivals, Badge } from './arrivals.js';
import { snapshot } from './state.js';

/**
 * @param props.children what it has learnt, shown once there is a snapshot
 * @param props.after what follows, snapshot or not
 * @param props.tell how little one report says of one person; absent: the panel says so elsewhere
 * @param props.isLast no other snapshot will come
 */
export function ServerFrame(props: {
  children: ComponentChildren;
  after?: ComponentChildren;
  tell?: ComponentChildren;
  isLast?: boolean;
}) {
  return (
    <>
      <ZoneTitle zone="server" />
      {snapshot.value ? props.children : <p class="empty">No model version yet.</p>}
      {props.after}
      <Arrivals isLast={props.isLast ?? false} />
      {props.tell && <p class="tell">{props.tell}</p>}
      <Badge />
    </>
  );
}

export function Tell() {
  return (
    <>
      Can the server tell? From one report its best guess is right <BestGuess />. A coin flip: 50%.
    </>
  );
}

/** How often the best guess from one report is right, at most. */
export function BestGuess() {
  const { guess } = explain({ epsilon: stop.value, delta: 0 }).texts;
  return (
    <>
      <b>at most {guess} of the time</b> from even odds
    </>
  );
}
