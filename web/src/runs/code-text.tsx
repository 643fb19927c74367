/** Code or data as it stands, in a place that scrolls. */
import { Scroll } from '../shared/scroll.js';

export function CodeText({ label, text, id }: { label: string; text: string; id?: string }) {
  return (
    <Scroll label={label}>
      <pre id={id}>
        <code>{text}</code>
      </pre>
    </Scroll>
  );
}
