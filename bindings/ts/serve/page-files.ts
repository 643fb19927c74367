/** The files of the results page, as they lie beside this module in the package. */
import { readFile } from 'node:fs/promises';

export interface PageFile {
  readonly type: string;
  readonly body: string;
}

/** The folder of the package that the build copies them to. */
const FOLDER = new URL('../serve/', import.meta.url);

export async function pageFiles(): Promise<Readonly<Record<string, PageFile>>> {
  const read = async (name: string, type: string): Promise<PageFile> => ({
    type: `${type}; charset=utf-8`,
    body: await readFile(new URL(name, FOLDER), 'utf8'),
  });
  return {
    '/': await read('page.html', 'text/html'),
    '/page.css': await read('page.css', 'text/css'),
    '/page.js': await read('page.js', 'text/javascript'),
  };
}
