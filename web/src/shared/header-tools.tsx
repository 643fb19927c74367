/** The header's switches: theme, and "Forget everything". */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { forgetEverything } from './forget.js';
import { nextTheme, theme } from './theme.js';

const THEME_WORDS = { system: 'auto', light: 'day', dark: 'night' } as const;
const THEME_MARKS = { system: '◐', light: '○', dark: '●' } as const;

/** @param beforeForgetting closes what this page holds open */
export function HeaderTools({ beforeForgetting }: { beforeForgetting?: () => Promise<void> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const busy = useSignal(false);
  return (
    <>
      <button type="button" class="quiet needs-script" onClick={nextTheme}>
        <span aria-hidden="true">{THEME_MARKS[theme.value]}</span>{' '}
        <span class="tool-word">Theme: </span>
        {THEME_WORDS[theme.value]}
      </button>
      <button
        type="button"
        class="quiet needs-script"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Forget<span class="tool-word"> everything</span>
      </button>
      <dialog ref={dialog} aria-labelledby="forget-title">
        <h2 id="forget-title">Forget everything?</h2>
        <p>This deletes the site’s databases, settings and Service Worker, then starts again.</p>
        <div class="answers">
          <button
            type="button"
            class="primary"
            disabled={busy.value}
            onClick={() => {
              busy.value = true;
              void forgetEverything(beforeForgetting);
            }}
          >
            {busy.value ? 'Forgetting …' : 'Forget'}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep
          </button>
        </div>
      </dialog>
    </>
  );
}
