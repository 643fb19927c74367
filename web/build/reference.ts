/**
 * The API reference at /reference/, where `npm run docs` has made it before the site is built: its files,
 * and a link to it at the foot of every page.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** TypeDoc and Doxygen write scripts and styles into their pages, which the policy of the site forbids. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' data:; font-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export function reference(root: string): Plugin {
  const made = join(root, '../build/reference');
  const isMade = existsSync(join(made, 'index.html'));
  const served = join(root, 'dist/reference');
  return {
    name: 'ldp-reference',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!isMade) return html;
        const home = /data-root="([^"]*)"/.exec(html)?.[1] ?? './';
        const link = ` <a href="${home}reference/">API reference</a>`;
        return html.replace('</p></footer>', `${link}</p></footer>`);
      },
    },
    writeBundle() {
      if (!isMade) return;
      for (const part of ['index.html', 'ts', 'cpp']) {
        if (existsSync(join(made, part)))
          cpSync(join(made, part), join(served, part), { recursive: true });
      }
    },
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (!/^\/reference\/(?:[\w.-]+\/)*[\w.-]*$/.test(pathname)) return next();
        const path = join(root, 'dist', pathname, pathname.endsWith('/') ? 'index.html' : '');
        const type = TYPES[extname(path)];
        if (pathname.includes('..') || !type || !existsSync(path)) return next();
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
        response.end(readFileSync(path));
      });
    },
  };
}
