/**
 * The site: static pages with live parts. The build runs the demo's crowd once for real numbers,
 * renders the live parts to HTML, and builds the Service Worker beside the pages.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pageFrame } from './build/frame.js';
import { movedPages } from './build/moved-pages.js';
import { notFound } from './build/not-found.js';
import { securityHeaders, securityPolicy } from './build/security.js';
import { serviceWorker } from './build/service-worker.js';
import { staticHtml } from './build/static-html.js';
import { storedClaims } from './build/stored-claims.js';
import { warmStartFiles } from './build/warm-start-files.js';
import { PAPERS } from './src/playground/papers/list.js';

const PAGES = [
  'index.html',
  'demos/index.html',
  'demos/personal/index.html',
  'demos/several/index.html',
  'demos/ab/index.html',
  'demos/sliders/index.html',
  'how/index.html',
  'playground/index.html',
  'playground/papers/index.html',
  ...PAPERS.map(({ id }) => `playground/papers/${id}/index.html`),
  'start/index.html',
  'limits/index.html',
  '404.html',
];

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  base: './',
  // Not the default, which answers any address with the first page.
  appType: 'mpa',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    warmStartFiles(root),
    pageFrame(),
    securityPolicy(),
    staticHtml(root),
    movedPages(),
    storedClaims(root),
    serviceWorker(root),
    notFound(root),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: PAGES.map((page) => root + page),
    },
  },
  worker: { format: 'es' },
  server: { headers: securityHeaders },
  preview: { headers: securityHeaders },
});
