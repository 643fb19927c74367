/** The whole page below its heading. */
import { Code } from './code.js';
import { Questions } from './form.js';
import { Result } from './result.js';

export function StartPage() {
  return (
    <>
      <div class="start-grid">
        <Questions />
        <Result />
      </div>
      <Code />
    </>
  );
}
