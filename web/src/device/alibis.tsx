/** A dialog in which deniability is played. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** @param props.press what the button that opens it says */
export function Alibis(props: { press: string; title: string; children: ComponentChildren }) {
  const { press, title, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div class="deny">
      <button
        type="button"
        class="quiet"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {press}
      </button>
      <dialog ref={dialog} aria-labelledby="deny-title">
        <form method="dialog" class="deny-play">
          <h2 id="deny-title">{title}</h2>
          {children}
          <button type="submit" class="primary">
            Close
          </button>
        </form>
      </dialog>
    </div>
  );
}
