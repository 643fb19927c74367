// What lets the pages of VitePress run under the policy of the main site: scripts, styles and pictures that VitePress
// writes into its pages become files, classes and rules.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import { POLICY } from '../../../web/build/security.js';

/** Colours of code as classes; their rules are in assets/code.css. */
export const colours = transformerStyleToClass({ classPrefix: 'code-' });

/** What was taken out of the pages, by the name of its file. */
const taken = new Map();

function take(content, type) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const name = `assets/taken.${hash}.${type}`;
  taken.set(name, content);
  return name;
}

/** The theme is the one that the main site keeps. */
const withTheme = (code) => code.replaceAll('vitepress-theme-appearance', 'ldp-theme');

/** A page with its scripts as files, which run in the same order, and without styles: site.css has their rules. */
export function strictPage(html, base) {
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY.join('; ')}">`;
  return html
    .replace('<meta charset="utf-8">', `$&\n    ${policy}`)
    .replaceAll(
      /<script([^>]*)>([^<]+)<\/script>/g,
      (_script, attributes, code) =>
        `<script${attributes} src="${base}${take(withTheme(code), 'js')}"></script>`,
    )
    .replaceAll(/ style="(position:relative|--vp-vh:0px);"/g, '');
}

/** Columns of tables are aligned by a class. Formulas, which are indented code, can be scrolled by keyboard. */
export function adaptMarkdown(md) {
  md.renderer.rules.code_block = (tokens, index) =>
    `<pre class="formula" tabindex="0"><code>${md.utils.escapeHtml(tokens[index].content)}</code></pre>`;
  md.core.ruler.push('align-by-class', ({ tokens }) => {
    for (const token of tokens) {
      const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? [];
      if (!side) continue;
      token.attrs = token.attrs.filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${side}`);
    }
  });
}

/** Writes what was taken out, and takes the pictures out of the style sheets. */
export function writeTaken(outDir) {
  const sheets = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  for (const sheet of sheets) {
    const path = join(outDir, sheet);
    const up = sheet.includes('/') ? '../' : '';
    const text = readFileSync(path, 'utf8').replaceAll(
      /url\((["'])data:image\/svg\+xml(?:;utf8)?,(.*?)\1\)/g,
      (_link, _quote, svg) => `url(${up}${take(decodeURIComponent(svg), 'svg')})`,
    );
    writeFileSync(path, text);
  }
  taken.set('assets/code.css', colours.getCSS());
  for (const [name, content] of taken) {
    mkdirSync(dirname(join(outDir, name)), { recursive: true });
    writeFileSync(join(outDir, name), content);
  }
}
