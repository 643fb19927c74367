/**
 * The site: two static pages with live parts. The build runs the demo's crowd once for real numbers,
 * renders the live parts to HTML, and builds the Service Worker beside the pages.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { securityHeaders, securityPolicy } from './build/security.js';
import { serviceWorker } from './build/service-worker.js';
import { staticHtml } from './build/static-html.js';
import { warmStartFiles } from './build/warm-start-files.js';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [warmStartFiles(root), securityPolicy(), staticHtml(root), serviceWorker(root)],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [`${root}index.html`, `${root}limits/index.html`] },
  },
  worker: { format: 'es' },
  server: { headers: securityHeaders },
  preview: { headers: securityHeaders },
});
