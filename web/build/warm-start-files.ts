/** Makes generated/*.json before anything imports them, and again when what they are made of has changed. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type Plugin, runnerImport } from 'vite';

type WarmStart = typeof import('./warm-start.js');
type PersonalStart = typeof import('./personal-start.js');
type SlateStart = typeof import('./slate-start.js');
type AbStart = typeof import('./ab-start.js');
type TuneStart = typeof import('./tune-start.js');
type HowStart = typeof import('./how-start.js');

export function warmStartFiles(root: string): Plugin {
  const load = async <T>(file: string) => {
    const { module } = await runnerImport<T>(root + file, { root, configFile: false });
    return module;
  };
  return {
    name: 'ldp-warm-start',
    async config() {
      mkdirSync(`${root}generated`, { recursive: true });
      const output = (name: string) => `${root}generated/${name}.json`;
      const posters = [
        'build/warm-start.ts',
        'src/demo-knows/truth.ts',
        'src/shared/experiment.ts',
      ];
      if (isOlder(output('warm-start'), inputs(root, posters))) {
        const { warmStart } = await load<WarmStart>('build/warm-start.ts');
        const { states, start } = await warmStart();
        writeFileSync(output('warm-states'), JSON.stringify(states));
        writeFileSync(output('warm-start'), JSON.stringify(start));
      }
      if (isOlder(output('personal-start'), inputs(root, PERSONAL))) {
        const { personalStart } = await load<PersonalStart>('build/personal-start.ts');
        const { states, start } = await personalStart();
        writeFileSync(output('personal-states'), JSON.stringify(states));
        writeFileSync(output('personal-start'), JSON.stringify(start));
      }
      if (isOlder(output('slate-start'), inputs(root, SLATE))) {
        const { slateStart } = await load<SlateStart>('build/slate-start.ts');
        const { states, start } = await slateStart();
        writeFileSync(output('slate-states'), JSON.stringify(states));
        writeFileSync(output('slate-start'), JSON.stringify(start));
      }
      if (isOlder(output('ab-start'), inputs(root, AB))) {
        const { abStart } = await load<AbStart>('build/ab-start.ts');
        const { states, counts, start } = await abStart();
        writeFileSync(output('ab-states'), JSON.stringify(states));
        writeFileSync(output('ab-counts'), JSON.stringify(counts));
        writeFileSync(output('ab-start'), JSON.stringify(start));
      }
      if (isOlder(output('tune-start'), inputs(root, TUNE))) {
        const { tuneStart } = await load<TuneStart>('build/tune-start.ts');
        const { states, start } = await tuneStart();
        writeFileSync(output('tune-states'), JSON.stringify(states));
        writeFileSync(output('tune-start'), JSON.stringify(start));
      }
      const scenes = readdirSync(`${root}src/how`)
        .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'start.ts')
        .map((file) => `src/how/${file}`);
      if (isOlder(output('how-start'), inputs(root, ['build/how-start.ts', ...scenes]))) {
        const { howStart, shortJson } = await load<HowStart>('build/how-start.ts');
        writeFileSync(output('how-start'), shortJson(await howStart()));
      }
    },
  };
}

/** What the crowd of the contextual page is made of. */
const PERSONAL = [
  'build/personal-start.ts',
  'src/personal/demo-knows/truth.ts',
  'src/personal/demo-knows/visit.ts',
  'src/personal/shared/cards.ts',
  'src/personal/shared/experiment.ts',
  'src/personal/shared/features.ts',
];

/** What the crowd of the page with slates is made of. */
const SLATE = [
  'build/slate-start.ts',
  'src/slate/demo-knows/truth.ts',
  'src/slate/demo-knows/visit.ts',
  'src/slate/shared/cards.ts',
  'src/slate/shared/experiment.ts',
];

/** What the crowd of the A/B test is made of. */
const AB = [
  'build/ab-start.ts',
  'src/ab/demo-knows/truth.ts',
  'src/ab/demo-knows/visit.ts',
  'src/ab/shared/experiment.ts',
  'src/ab/shared/variants.ts',
  '../bindings/ts/recommend/stopping.ts',
];

/** What the crowd of the tuning page is made of. */
const TUNE = [
  'build/tune-start.ts',
  'src/tune/demo-knows/truth.ts',
  'src/tune/demo-knows/visit.ts',
  'src/tune/shared/experiment.ts',
  'src/tune/shared/settings.ts',
];

/** These files, and what they call of the package. */
function inputs(root: string, files: readonly string[]): string[] {
  const entries = ['server/index.js', 'simulation/index.js', 'url.js'];
  return [...files.map((file) => root + file), ...entries.map((file) => `${root}../dist/${file}`)];
}

function isOlder(file: string, than: readonly string[]): boolean {
  if (!existsSync(file)) return true;
  const { mtimeMs } = statSync(file);
  return than.some((input) => statSync(input).mtimeMs >= mtimeMs);
}
