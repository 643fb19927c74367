/** What the pages that play runs begin with: a page that lives, guarded runs, and what a link brought. */
import { signal } from '@preact/signals';
import { LdpError } from 'ldp-bandits/simulation';
import { render, type VNode } from 'preact';
import { startPage } from '../shared/page.js';
import { guardRuns } from './guard.js';
import { readFragment, type Shared } from './share.js';

interface Notice {
  readonly text: string;
  readonly link?: { readonly label: string; readonly href: string };
}

const notice = signal<Notice | null>(null);

/** What there is to say of the link. */
export function LinkNotice() {
  if (!notice.value) return null;
  const { text, link } = notice.value;
  return (
    <p class="notice" role="alert">
      {text} {link && <a href={link.href}>{link.label}</a>}
    </p>
  );
}

/**
 * @param id of the element that the page belongs into
 * @param take shows what a link brought; returns what there is to say of it
 * @param rest what goes on where a link is damaged: "The form below works"
 * @returns resolves once the first link is read
 */
export function startRuns(
  id: string,
  page: VNode,
  take: (shared: Shared) => Notice | null,
  rest: string,
): Promise<void> {
  startPage();
  const place = document.getElementById(id);
  if (place) render(page, place);
  guardRuns();
  const restore = async () => {
    notice.value = null;
    try {
      const shared = await readFragment(location.hash);
      notice.value = shared && take(shared);
    } catch (error) {
      const why = LdpError.is(error, 'spec_invalid') ? error.message : String(error);
      notice.value = {
        text: `The link holds no run that can be played: ${why}. It may have been cut off on its way. ${rest} as ever.`,
      };
    }
  };
  addEventListener('hashchange', () => void restore());
  return restore();
}
