/** What a link to a run brought, and what there is to say of it. */
import { signal } from '@preact/signals';
import { LdpError } from 'ldp-bandits/simulation';
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
 * Takes the run of the address, and of every address that the visitor goes to on this page.
 *
 * @param take shows what the address holds, null for an address without a run; returns what there is to say of it
 * @param rest what goes on where a link is damaged: "The form below works"
 * @returns resolves once the first address is read
 */
export function watchLinks(
  take: (shared: Shared | null) => Notice | null,
  rest: string,
): Promise<void> {
  const restore = async () => {
    notice.value = null;
    try {
      notice.value = take(await readFragment(location.hash));
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
