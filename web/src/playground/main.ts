/**
 * /playground/: the build has drawn the first chart, so the page can be read at once. What runs it is loaded at the
 * first touch, or at once for a link to a run of its own.
 */
import { firstTouch } from '../shared/first-touch.js';
import { startPage } from '../shared/page.js';

startPage();

/** What was pressed before the page could hear it. */
let early: HTMLElement | null = null;
const EDITS = ['input', 'change'] as const;
/** What was typed or chosen before. */
const typed = new Map<HTMLInputElement | HTMLSelectElement, string>();
const pressed = ({ target }: Event) => {
  early =
    target instanceof Element
      ? target.closest<HTMLElement>('#play :is(button, [type=checkbox])')
      : null;
};
const changed = ({ target }: Event) => {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (isField && target.type !== 'checkbox') typed.set(target, target.value);
};
addEventListener('click', pressed, { capture: true });
for (const type of EDITS) addEventListener(type, changed, { capture: true });

function replay(): void {
  removeEventListener('click', pressed, { capture: true });
  for (const type of EDITS) removeEventListener(type, changed, { capture: true });
  for (const [field, value] of typed) {
    if (!field.isConnected) continue;
    field.value = value;
    for (const type of EDITS) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  if (early?.isConnected) early.click();
}

void (location.hash === '' ? firstTouch() : Promise.resolve())
  .then(() => import('./live.js'))
  .then(({ goLive }) => goLive(replay));
