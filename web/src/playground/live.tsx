/** The playground alive: the settings, the run that it begins with, and the run of the address. */
import { render } from 'preact';
import { guardRuns } from '../runs/guard.js';
import { roundsOf } from '../runs/job.js';
import { watchLinks } from '../runs/links.js';
import type { Shared } from '../runs/share.js';
import { play, toggle } from './controls.js';
import { isLive, PlayPage } from './page.js';
import { isTouched, takeSpec } from './state.js';

/** A link to more rounds than this waits for the visitor. The page itself begins with 10 million. */
const MOST_UNASKED = 20_000_000;

/**
 * One thing after the other, so that the page answers in between.
 *
 * @param onHearing called when the page hears what is pressed
 */
export async function goLive(onHearing: () => void): Promise<void> {
  await pause();
  const place = document.getElementById('play');
  if (place) {
    render(<PlayPage />, place);
    place.dataset['live'] = '';
  }
  onHearing();
  guardRuns();
  document.addEventListener('keydown', runBySpace);
  await pause();
  isLive.value = true;
  await pause();
  await watchLinks(takeAddress, 'The playground works');
}

let isTaken = false;

function takeAddress(shared: Shared | null) {
  // The name of a section, such as the skip link's.
  if (isTaken && !shared && location.hash !== '') return null;
  const isFirst = !isTaken;
  isTaken = true;
  // The visitor was faster: what was chosen meanwhile stays.
  if (isFirst && !shared && isTouched()) return null;
  const [spec = null, ...more] = shared?.specs ?? [];
  if (shared?.figure) {
    location.replace(`./papers/${location.hash}`);
    return null;
  }
  takeSpec(spec, shared?.digests ?? []);
  if (spec && roundsOf(spec) > MOST_UNASKED) {
    return { text: 'The link has set everything. Press Run: it takes a while.' };
  }
  void play();
  return more.length > 0 ? { text: 'The link holds several runs. This is the first.' } : null;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Space belongs to whatever has the focus; where nothing has, it runs and pauses. */
function runBySpace(event: KeyboardEvent): void {
  if (event.key !== ' ' || event.target !== document.body) return;
  event.preventDefault();
  void toggle();
}
