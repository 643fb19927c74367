// VitePress looks whether a linked page exists; this looks whether the linked heading does.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Throws with the links of the built pages that lead to no element. */
export function requireAnchors(outDir, base) {
  const pages = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  const texts = new Map(pages.map((page) => [page, readFileSync(join(outDir, page), 'utf8')]));
  const ids = new Map(
    [...texts].map(([page, text]) => [
      page,
      new Set(Array.from(text.matchAll(/ (?:id|name)="([^"]+)"/g), ([, id]) => id)),
    ]),
  );
  const dead = [...texts].flatMap(([page, text]) =>
    Array.from(text.matchAll(/ href="([^":]*)#([^"]+)"/g)).flatMap(([, path, id]) => {
      const place = path.startsWith(base)
        ? path.slice(base.length)
        : posix.join(posix.dirname(page), path || posix.basename(page));
      const target = place === '' || place.endsWith('/') ? `${place}index.html` : place;
      return ids.get(target)?.has(decodeURIComponent(id)) ? [] : [`${page}: ${path}#${id}`];
    }),
  );
  if (dead.length) throw new Error(`links to no heading:\n  ${[...new Set(dead)].join('\n  ')}`);
}
