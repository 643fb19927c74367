// The pictures that messengers and networks show beside a link to the site.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import titles from '../../../web/build/share-titles.json' with { type: 'json' };

const web = join(import.meta.dirname, '../../../web');

it.each(Object.entries(titles))(
  'the picture of %s shows the title of its page, at the size that is said',
  (file, title) => {
    expect(readFileSync(join(web, file), 'utf8')).toContain(
      `<meta property="og:title" content="${title}">`,
    );
    const name = file === 'index.html' ? 'home' : dirname(file).replaceAll('/', '-');
    const png = readFileSync(join(web, 'public/share', `${name}.png`));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  },
);
