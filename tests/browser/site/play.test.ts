// The playground in Chromium and Firefox: any world, any learner, with errors where they were made.
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { catalog } from 'ldp-bandits/simulation';
import { describe, expect, it, vi } from 'vitest';
import { kProfiles, waitFor } from '../support/browsers.js';
import {
  fill,
  fragmentOf,
  keepSaved,
  kSmall,
  pressIn,
  savedText,
  textOf,
  touch,
  untilText,
} from '../support/runs.js';
import { page, server, useOneBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const field = (path: string) => `[data-path="${path}"]`;

describe.each(kProfiles)('the playground in %s', (_name, launch) => {
  useOneBrowser(launch);

  const open = async (fragment = '') => {
    await page.goto(`${server.origin}/playground/${fragment}`);
    await touch(page);
    await untilText(page, '.play-form', /Seed|more than this form/);
  };
  /** The first preset at one level, shortened to a moment's work. */
  const openShort = async () => {
    await open();
    await fill(page, field('epsilon'), '1');
    await fill(page, field('horizon'), '2000');
    await fill(page, field('replicates'), '3');
  };
  const run = () => pressIn(page, '.controls', 'Run');
  const untilDone = (rounds = '2,000') =>
    untilText(page, '.controls .job-text', new RegExp(`^Done: ${rounds} rounds`), 60_000);
  /** The first learner is each algorithm of the family, one after the other. */
  const playAll = async (wanted: string, rounds?: string) => {
    for (const { id, name } of catalog.filter(({ family }) => family === wanted)) {
      await fill(page, field('learners[0]'), id);
      await run();
      // The name in the legend is that of this run, whatever is left of the last one.
      const named = new RegExp(`^${name.replaceAll(/[()]/g, '\\$&')}:`);
      await untilText(page, '.legend li:first-child', named);
      await untilDone(rounds);
    }
  };
  const values = (path: string) =>
    page.evaluate((wanted) => {
      const found = document.querySelector<HTMLInputElement | HTMLSelectElement>(wanted);
      return found?.value;
    }, field(path));

  it('runs by itself at the first touch, under the finished chart, and gets the bits of the build', async () => {
    await open();
    const before = await textOf(page, '.play-run figcaption');
    expect(before).toMatch(
      /^Regret after 100,000 rounds, against no privacy: [\d.]+ times at ε = 4; /,
    );
    await untilDone('100,000');
    expect(await textOf(page, '.play-run')).toContain('✓ The same bits as promised.');
    expect(await textOf(page, '.play-run figcaption')).toBe(before);
  });

  it('takes a press that came before the page was alive', async () => {
    await page.goto(`${server.origin}/playground/`);
    await pressIn(page, '.presets', 'A/B test');
    await untilText(page, '.legend', /LDP-Duel/);
    expect(await values('environment.type')).toBe('test');
  });

  it('takes what was chosen before the page was alive', async () => {
    await page.goto(`${server.origin}/playground/`);
    await fill(page, field('horizon'), '2000');
    await touch(page);
    await waitFor(
      page,
      (at) => document.querySelector<HTMLInputElement>(at)?.value === '2000',
      field('horizon'),
      'the rounds that were chosen',
    );
    await run();
    await untilDone();
  });

  it('keeps each run as a step of the history, and goes back to it with its chart', async () => {
    const address = () => page.evaluate(() => location.hash, null);
    const go = (by: number) => page.evaluate((steps) => history.go(steps), by);
    await openShort();
    await run();
    await untilDone();
    const short = await address();
    expect(short).toMatch(/^#s=1\./);
    await pressIn(page, '.presets', 'A/B test');
    await untilText(page, '.legend', /LDP-Duel/);
    expect(await address()).not.toBe(short);
    await go(-1);
    await untilText(page, '.controls .job-text', /^Done: 2,000 rounds/);
    expect(await values('horizon')).toBe('2000');
    // The chart is drawn at most ten times a second.
    await untilText(page, '.legend', /LDP Thompson sampling: /);
    await go(-1);
    await untilText(page, '.play-run figcaption', /^Regret after 100,000 rounds/);
    expect(await address()).toBe('');
    expect(await values('epsilon')).toBe('4 1 0.5');
    await go(2);
    await untilText(page, '.legend', /LDP-Duel/);
    expect(await values('environment.type')).toBe('test');
  });

  it('keeps what is typed when the address only names a section', async () => {
    await openShort();
    await page.evaluate(() => {
      location.hash = 'main';
    }, null);
    await run();
    await untilDone();
    expect(await values('horizon')).toBe('2000');
  });

  it.each([
    ['epsilon', '0', /^ε must be a number from 0\.001 to 32\./],
    ['epsilon', '100', /^ε must be a number from 0\.001 to 32\./],
    ['arms[2].mean', '-0.1', /from 0 to 1/],
  ])('marks %s at once when it becomes %s, beside the field', async (path, wrong, why) => {
    await openShort();
    await fill(page, field(path), wrong);
    expect(await textOf(page, '.field .field-error')).toMatch(why);
    const marked = await page.evaluate((at) => {
      const error = document.querySelector('.field .field-error');
      const input = document.querySelector(at);
      return [
        input?.getAttribute('aria-invalid'),
        input?.closest('.field') === error?.closest('.field'),
      ];
    }, field(path));
    expect(marked).toEqual(['true', true]);
  });

  it('plays a world of its own, always beside a learner without privacy and one that never learns', async () => {
    await openShort();
    await run();
    await untilDone();
    const legend = await textOf(page, '.legend');
    for (const label of ['LDP Thompson sampling', 'Thompson sampling, no privacy', 'uniform play'])
      expect(legend).toContain(label);
    expect(await textOf(page, '.digest')).toMatch(/^sha256-/);
  });

  it('goes step by step, rests at each, and runs on to the end', async () => {
    await openShort();
    await pressIn(page, '.controls', 'Step');
    await untilText(page, '.controls .job-text', /^Paused at round 500 of 2,000/);
    await pressIn(page, '.controls', 'Step');
    await untilText(page, '.controls .job-text', /^Paused at round 1,000 of 2,000/);
    await run();
    await untilDone();
  });

  it('pauses by keyboard and keeps what was reached', async () => {
    await open();
    await fill(page, field('horizon'), '100000000');
    await fill(page, field('replicates'), '4');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur(), null);
    await page.keyboard.press(' ');
    await untilText(page, '.controls .job-text', /^At round [1-9]/);
    await page.keyboard.press(' ');
    await untilText(page, '.controls .job-text', /^Paused at round [1-9].* of 100,000,000/);
    expect(await textOf(page, '.digest')).toMatch(/^sha256-/);
  });

  it.each([
    ['a mean above 1', 'arms[1].mean', '1.5', /from 0 to 1/],
    ['an ε of nothing', 'epsilon', '0', /must be a number from/],
    ['no number of rounds', 'horizon', 'many', /whole number/],
    ['more lost than there is', 'delivery.lost', '101', /from 0 to 100 %/],
  ])('shows %s at its field, and plays once it is mended', async (_what, path, wrong, why) => {
    await openShort();
    const right = (await values(path)) ?? '';
    await fill(page, field(path), wrong);
    await run();
    expect(await textOf(page, '.field .field-error')).toMatch(why);
    const focused = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const error = document.getElementById(
        at.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '',
      );
      return [at.dataset['path'], at.getAttribute('aria-invalid'), error?.className];
    }, null);
    expect(focused).toEqual([path, 'true', 'field-error']);
    await fill(page, field(path), right);
    await run();
    await untilDone();
  });

  it('finds the field of an error among the parameters that are folded away', async () => {
    await openShort();
    await pressIn(page, '.play-form', 'Add a learner');
    await fill(page, field('learners[1]'), 'he-ldp-ucb-bernoulli');
    await fill(page, field('levels'), 'clipped-gaussian');
    await run();
    expect(await textOf(page, '.field .field-error')).toMatch(
      /must be given where levels are continuous/i,
    );
    await fill(page, field('learners[1].epsilonMin'), '1');
    await run();
    await untilDone();
  });

  it('asks for a way into [0, 1] when rewards have no bounds', async () => {
    await openShort();
    await fill(page, field('arms[0].law'), 'gaussian');
    await run();
    expect(await textOf(page, '.field .field-error')).toMatch(/clip, sigmoid or threshold/);
    await fill(page, field('rewards'), 'sigmoid');
    await run();
    await untilDone();
  });

  it('refuses a menu whose shares do not add up, at the shares', async () => {
    await openShort();
    await fill(page, field('levels'), 'menu');
    await fill(page, field('menu[0].share'), '10');
    await run();
    await untilText(page, field('shares'), /have the sum 100 %/);
  });

  it('plays every multi-armed algorithm of the catalog', async () => {
    await openShort();
    await playAll('multi-armed');
  });

  it('plays every algorithm of a linear world, and asks for nothing that has no meaning there', async () => {
    await open();
    await pressIn(page, '.presets', 'Linear');
    await fill(page, field('horizon'), '1000');
    await fill(page, field('replicates'), '2');
    await fill(page, field('linear.arms'), '10');
    await pressIn(page, '.play-form', 'Remove learner 2');
    const shown = (path: string) =>
      page.evaluate((wanted) => document.querySelector(wanted) !== null, field(path));
    expect(await shown('levels')).toBe(false);
    expect(await shown('delivery.delay')).toBe(false);
    expect(await shown('epsilon')).toBe(true);
    await playAll('linear', '1,000');
    const legend = await textOf(page, '.legend');
    for (const label of ['LinUCB, no privacy', 'uniform play']) expect(legend).toContain(label);
  });

  it('plays every algorithm of a world of slates, and says where no slate can be made', async () => {
    await open();
    await pressIn(page, '.presets', 'Sets of three');
    await fill(page, field('horizon'), '1000');
    await fill(page, field('replicates'), '2');
    for (const learner of [3, 2]) await pressIn(page, '.play-form', `Remove learner ${learner}`);
    await fill(page, field('slate.choose'), '4');
    await run();
    // Only the engine knows, and it has to be loaded first.
    const why = await textOf(page, '#field-slate-choose-error', 60_000);
    expect(why).toMatch(/leaves room for fewer arms/);
    await fill(page, field('slate.most'), '2');
    await playAll('combinatorial', '1,000');
    const legend = await textOf(page, '.legend');
    for (const label of ['Combinatorial Thompson sampling, no privacy', 'uniform play']) {
      expect(legend).toContain(label);
    }
  });

  it('changes the learners with the kind of world', async () => {
    await openShort();
    await fill(page, field('environment.type'), 'linear');
    expect(await values('learners[0]')).toBe('ldp-linear-moments');
    await fill(page, field('linear.spread'), '7');
    await run();
    expect(await textOf(page, '.field .field-error')).toMatch(/to 1/);
    await fill(page, field('environment.type'), 'arms');
    expect(await values('learners[0]')).toBe('ldp-thompson');
    await run();
    await untilDone();
  });

  it.each([['frozen-log'], ['ticketed'], ['distribution']])(
    'plays late and lost reports, served %s',
    async (serving) => {
      await openShort();
      await fill(page, field('delivery.epoch'), '10');
      await fill(page, field('delivery.delay'), '25');
      await fill(page, field('delivery.lost'), '5');
      await fill(page, field('delivery.serving'), serving);
      await run();
      await untilDone();
      expect(await textOf(page, '.play-run')).toMatch(/A new model version every 10 rounds/);
    },
  );

  it.each([['Three ε'], ['10 arms'], ['20 arms'], ['Adversary'], ['Linear'], ['Sets']])(
    'brings the form of “%s” back from its link, and the same bits',
    async (preset) => {
      await open();
      await pressIn(page, '.presets', preset);
      await fill(page, field('horizon'), '1500');
      await fill(page, field('replicates'), '2');
      await run();
      await untilDone('1,500');
      const digest = await textOf(page, '.digest');
      await pressIn(page, '.take-away', 'Link');
      const link = await waitFor(
        page,
        () => document.querySelector<HTMLInputElement>('.copy-text input')?.value,
        null,
        'the link',
      );
      const types = await values('learners[0]');
      await page.goto('about:blank');
      await page.goto(link);
      // It is short, so it runs by itself.
      await untilText(page, '.play-run', /✓ The same bits/);
      expect(await values('horizon')).toBe('1500');
      expect(await values('learners[0]')).toBe(types);
      expect(await textOf(page, '.digest')).toBe(digest);
    },
  );

  it('waits for a press where a link asks for many rounds', async () => {
    await open(await fragmentOf({ ...kSmall, horizon: 10_000_000 }));
    expect(await textOf(page, '#play [role="alert"]')).toMatch(/Press Run: it takes a while/);
    await untilText(page, '.controls', /^Run/);
  });

  it('plays a link that says more than the form can', async () => {
    const means = Array.from({ length: 60 }, (_, arm) => arm / 60);
    const record = { times: [10, 100, 700, 1500] };
    await open(await fragmentOf({ ...kSmall, environment: { type: 'bernoulli', means }, record }));
    await untilDone();
    expect(await textOf(page, '.legend')).toContain('noisy, "quoted"');
  });

  it.each([['#s=garbage'], ['#s=1.AAAA']])(
    'stays at work after the fragment %s',
    async (fragment) => {
      await open(fragment);
      expect(await textOf(page, '#play [role="alert"]')).toMatch(/no run that can be played/);
      await fill(page, field('horizon'), '1000');
      await run();
      await untilDone('1,000');
    },
  );

  it('gives a program that prints the digest of the page, and a table of its curves', async () => {
    await openShort();
    await run();
    await untilDone();
    const digest = await textOf(page, '.digest');
    const program = await textOf(page, '.take-away pre');
    const file = fileURLToPath(new URL('../../../build/playground.test.mjs', import.meta.url));
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    await rm(file);
    expect(stdout).toContain(digest);
    await keepSaved(page);
    await pressIn(page, '.take-away', 'CSV');
    const [head, ...rows] = (await savedText(page, 'playground.csv')).trimEnd().split('\r\n');
    expect(head).toBe('label,t,mean,low,high,replicates,partial');
    expect(rows.length).toBeGreaterThan(100);
  });
});
