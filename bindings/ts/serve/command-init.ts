/** `ldp-bandits init`: a config to begin with, a page that reports to it, and the page that its link leads to. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../command/problem.js';
import { writeNew } from './command-state.js';
import { DEFAULT_CONFIG } from './config.js';
import { CONFIG, CONFIG_WITHOUT_PAGES, NEXT_PAGE, PAGE } from './init-files.js';
import { parsed } from './serve-options.js';

export const initHelp = `Usage: ldp-bandits init [--no-page]

Writes ldp-bandits.json with one experiment, public/index.html, a page that plays it, and public/read.html, where its
link leads. Overwrites nothing.
Then: ldp-bandits serve
`;

/** The exit code. @throws {Problem} where a file is there already. */
export async function runInit(args: readonly string[]): Promise<number> {
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      options: { 'no-page': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    }),
  );
  if (values.help) {
    process.stdout.write(initHelp);
    return 0;
  }
  const files: [string, string][] = values['no-page']
    ? [[DEFAULT_CONFIG, CONFIG_WITHOUT_PAGES]]
    : [
        [DEFAULT_CONFIG, CONFIG],
        ['public/index.html', PAGE],
        ['public/read.html', NEXT_PAGE],
      ];
  for (const [file, text] of files) {
    const folder = dirname(file);
    await mkdir(folder, { recursive: true }).catch(({ code }: { code?: string }) => {
      throw new Problem(`${folder} cannot be made (${code}).`);
    });
    await writeNew(file, text);
    process.stdout.write(`${file} written\n`);
  }
  process.stdout.write('Now: npx ldp-bandits serve\n');
  return 0;
}
