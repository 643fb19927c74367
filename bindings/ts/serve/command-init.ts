/** `ldp-bandits init`: a config to begin with, and a page that reports to it. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../command/problem.js';
import { writeNew } from './command-state.js';
import { DEFAULT_CONFIG } from './config.js';
import { parsed } from './serve-options.js';

export const initHelp = `Usage: ldp-bandits init [--no-page]

Writes ldp-bandits.json with one experiment, and public/index.html, a page that plays it. Overwrites nothing.
Then: ldp-bandits serve
`;

const CONFIG = `{
  "$schema": "./node_modules/ldp-bandits/dist/config.schema.json",
  "experiments": {
    "headlines": {
      "algorithm": { "type": "ldp-thompson", "arms": 3 },
      "perReport": { "epsilon": 1 },
      "labels": ["A quiet week", "What the sea knows", "Ten small forests"],
      "serve": "distribution",
      "timing": { "maxDelayMs": 5000 },
      "control": 0
    }
  },
  "pages": "public"
}
`;
const PAGE_LESS_CONFIG = CONFIG.replace(',\n  "pages": "public"', '');

const PAGE = `<!doctype html>
<meta charset="utf-8" />
<title>Headlines</title>
<h1><a href="#read"></a></h1>
<script type="module">
  import { createBandit } from '/ldp-bandits/index.js';

  const headlines = ['A quiet week', 'What the sea knows', 'Ten small forests'];
  const bandit = await createBandit({
    endpoint: '/collector',
    experiment: 'headlines',
    algorithm: { type: 'ldp-thompson', arms: 3 },
    privacy: { epsilon: 1, epsilonTotal: 1000 }, // a developer reloads often; visitors get less
    maxDelayMs: 5000,
  });
  const decision = bandit.choose();
  const link = document.querySelector('a');
  link.textContent = headlines[decision.action];
  link.onclick = () => decision.reward(1); // on this device, with noise; silence is reported as 0
</script>
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
    ? [[DEFAULT_CONFIG, PAGE_LESS_CONFIG]]
    : [
        [DEFAULT_CONFIG, CONFIG],
        ['public/index.html', PAGE],
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
