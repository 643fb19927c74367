/**
 * What `vite preview` answers where there is no file: the site's own 404 page, and a redirect to the slash
 * for a page that was asked for without it. Pages name their files relative to themselves, so that the site
 * can live below any path; a page that answers for any address needs them from the root.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function notFound(root: string): Plugin {
  const dist = join(root, 'dist');
  return {
    name: 'ldp-not-found',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const pathname = pathOf(request);
        if (!/^(\/[\w-]+)+$/.test(pathname) || !existsSync(join(dist, pathname, 'index.html'))) {
          return next();
        }
        response.writeHead(301, { location: `${pathname}/` }).end();
      });
      // Returned, so that it comes after the files, and before the pages: `/` is `/index.html` by now.
      return () => {
        server.middlewares.use((request, response, next) => {
          if (existsSync(join(dist, pathOf(request)))) return next();
          const page = readFileSync(join(dist, '404.html'), 'utf8');
          response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
          response.end(page.replaceAll(/(href|src)="\.\//g, '$1="/'));
        });
      };
    },
  };
}

function pathOf({ url }: { readonly url?: string | undefined }): string {
  return new URL(url ?? '/', 'http://localhost').pathname;
}
