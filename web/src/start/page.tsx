/** The whole page below its heading. */
import { Questions } from './form.js';
import { Code, Result } from './result.js';

export function EmbedPage() {
  return (
    <>
      <div class="embed-grid">
        <Questions />
        <Result />
      </div>
      <Code />
    </>
  );
}
