/** What is out of order, in words, and what still works. Any module may call `notify`. */
import { signal } from '@preact/signals';

export interface Notice {
  readonly id: string;
  readonly text: string;
  /** What the visitor can do about it. */
  readonly action?: { readonly label: string; run(): void };
}

const notices = signal<readonly Notice[]>([]);

export function notify(notice: Notice): void {
  notices.value = [...notices.value.filter((other) => other.id !== notice.id), notice];
}

export function withdraw(id: string): void {
  if (notices.value.some((notice) => notice.id === id)) {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }
}

export function Notices() {
  return (
    <>
      {notices.value.map(({ id, text, action }) => (
        <p class="notice" key={id}>
          {text}{' '}
          {action && (
            <button type="button" class="quiet" onClick={() => action.run()}>
              {action.label}
            </button>
          )}
        </p>
      ))}
    </>
  );
}
