/** Says a text that changes often to those who listen: rarely, and at once when it is the end. */
import { useEffect, useRef, useState } from 'preact/hooks';

const EVERY_MS = 5000;

/** @param final said without waiting for its turn */
export function Announce({ text, final }: { text: string; final: boolean }) {
  const [said, say] = useState('');
  const latest = useRef(text);
  latest.current = text;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const speak = () => {
      timer.current = undefined;
      saidAt.current = performance.now();
      say(latest.current);
    };
    if (final) {
      clearTimeout(timer.current);
      speak();
    } else {
      timer.current ??= setTimeout(speak, saidAt.current + EVERY_MS - performance.now());
    }
  }, [text, final]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span class="visually-hidden" role="status">
      {said}
    </span>
  );
}
