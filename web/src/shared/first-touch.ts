/** When the visitor first does something: what a first look does not need is loaded then. */

const TOUCHES = [
  'pointerdown',
  'pointermove',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'click',
  'input',
  'change',
] as const;

/** Resolves at the first movement, press, key or scroll on the page. */
export function firstTouch(): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const touched = () => {
      done.abort();
      resolve();
    };
    for (const type of TOUCHES) {
      addEventListener(type, touched, { capture: true, passive: true, signal: done.signal });
    }
  });
}
