/** Puts the drawings and the rendered islands into the pages, so that they can be read without script. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';

type Prerender = typeof import('./prerender.js');

export function staticHtml(root: string): Plugin {
  let islands: Promise<Record<string, string>> | null = null;
  const render = async () => {
    const { module } = await runnerImport<Prerender>(`${root}build/prerender.tsx`, {
      root,
      configFile: false,
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    });
    return module.prerender();
  };
  return {
    name: 'ldp-static-html',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        islands ??= render();
        const filled = Object.entries(await islands).reduce(
          (page, [id, inner]) =>
            page.replace(
              new RegExp(`(<[a-z]+[^>]* id="${id}"[^>]*>)(</)`),
              (_, open, close) => open + inner + close,
            ),
          html,
        );
        return filled
          .replace(/<!--sprite(?: without (\S+))?-->/, (_, left) => sprite(`${root}posters/`, left))
          .replaceAll(/>\n</g, '><');
      },
    },
  };
}

/**
 * Drawings as symbols of one hidden SVG; `<use>` shows them wherever a poster is needed.
 *
 * @param left the one that a page does not show
 */
function sprite(folder: string, left?: string): string {
  const symbols = readdirSync(folder)
    .filter((file) => file !== `${left}.svg`)
    .sort()
    .map((file) =>
      readFileSync(folder + file, 'utf8')
        .replace(
          '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"',
          `<symbol id="poster-${file.replace('.svg', '')}"`,
        )
        .replace('</svg>', '</symbol>')
        .replaceAll('\n', ''),
    );
  return `<svg class="sprite" aria-hidden="true">${symbols.join('')}</svg>`;
}
