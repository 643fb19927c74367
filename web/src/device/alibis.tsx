/** A dialog in which deniability is played. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

const TITLE = 'Who else sends this report';

export function Alibis({ children }: { children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div class="deny">
      <button
        type="button"
        class="quiet"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {TITLE}
      </button>
      <dialog ref={dialog} aria-labelledby="deny-title">
        <form method="dialog" class="deny-play">
          <h2 id="deny-title">{TITLE}</h2>
          {children}
          <button type="submit" class="primary">
            Close
          </button>
        </form>
      </dialog>
    </div>
  );
}
