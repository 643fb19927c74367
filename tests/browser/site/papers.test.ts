// The pages of the papers in Chromium and Firefox: results that are there before anything is pressed, and a figure
// that is run here and judged, stopped, shared, compared and taken along.
import { onlineLdpLinear, ren2020 } from 'ldp-bandits/papers';
import { readResult } from 'ldp-bandits/simulation';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import { kProfiles, waitFor } from '../support/browsers.js';
import {
  choose,
  fill,
  fragmentOf,
  keepSaved,
  kSmall,
  playedInNode,
  pressIn,
  savedBytes,
  savedText,
  textOf,
  untilText,
} from '../support/runs.js';
import { page, server, useOneBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

describe.each(kProfiles)('the pages of papers in %s', (_name, launch) => {
  useOneBrowser(launch);

  /** At the index, as links were made when all papers were one page. */
  const open = (fragment: string) => page.goto(`${server.origin}/playground/papers/${fragment}`);
  const openPaper = (paper = 'ren2020') =>
    page.goto(`${server.origin}/playground/papers/${paper}/`);
  const runHere = (card: string) => pressIn(page, card, 'Run it here');
  /** A small run in the card of figure 1c: other settings than the figure's. */
  const openSmall = async (more: Readonly<Record<string, string>> = {}) =>
    open(await fragmentOf(kSmall, { figure: '1c', ...more }));
  const playSmall = async () => {
    await openSmall();
    await pressIn(page, '#figure-1c', 'Play it again');
    return textOf(page, '#figure-1c .digest');
  };

  it('plays a figure quickly and gives a verdict on every claim that so few rounds can judge', async () => {
    await openPaper();
    await runHere('#figure-supplement');
    await pressIn(page, '#figure-supplement', 'Run quick');
    const card = await untilText(page, '#figure-supplement', /judged claims hold/, 150_000);
    const figure = ren2020.figures.find(({ id }) => id === 'supplement');
    const judged = figure?.claims.filter(({ needs }) => needs === 'quick').length ?? 0;
    expect(judged).toBeGreaterThan(1);
    expect(card).toMatch(new RegExp(`All ${judged} judged claims hold`));
    expect(card).toContain('Needs the full run');
    expect(await textOf(page, '#figure-supplement .claim-holds .claim-mark')).toBe('✓');
    expect(await textOf(page, '#figure-supplement .claim-verdict')).toMatch(
      /measured .* accepted /,
    );
    expect(await textOf(page, '#figure-supplement .digest')).toMatch(/^sha256-/);
    // What is claimed has its place in the plot too: in the sentence, the legend and the table.
    const claimed = 'project: LS = 2.1 × BS';
    expect(await textOf(page, '#figure-supplement .chart figcaption')).toMatch(
      /In grey, project: LS = 2\.1 × BS, which is [\d,]+ after 1,000,000 rounds \(accepted: [\d,]+ to /,
    );
    expect(await textOf(page, '#figure-supplement .legend')).toContain(claimed);
    const table = await textOf(page, '#figure-supplement .chart-table');
    expect(table).toContain(claimed);
    expect(table).toContain('–');
  });

  it('plays a figure of a linear world as its switches say, and judges what is claimed of that', async () => {
    const card = '#figure-online-ldp-linear-1c';
    const checked = (choice: string) =>
      page.evaluate(
        (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]:checked`)?.value,
        `online-ldp-linear-1c-${choice}`,
      );
    await openPaper('online-ldp-linear');
    await runHere(card);
    expect(await textOf(page, `${card} .findings`)).toMatch(/^What came out here/);
    expect(await checked('radius')).toBe('practical');
    await choose(page, `${card} [value="theory"]`);
    expect(await checked('radius')).toBe('theory');
    expect(await textOf(page, `${card} .claims`)).toMatch(/with the radius of theory/);
    await pressIn(page, card, 'Run quick');
    await untilText(page, card, /The judged claim holds/, 150_000);
    expect(await textOf(page, `${card} .legend`)).toContain('Online LDP LinUCB');
    const command = await textOf(page, `${card} .take-away`);
    expect(command).toContain('simulate online-ldp-linear/1c --quick --choose radius=theory');
    // What was played stays on show, and under which switches; of others nothing is judged yet.
    await choose(page, `${card} [value="practical"]`);
    expect(await textOf(page, `${card} .switch-note`)).toMatch(/theory for the comparators/);
    expect(await textOf(page, `${card} .claims`)).not.toMatch(/Holds|Does not hold/);
    await choose(page, `${card} [value="theory"]`);
    await untilText(page, card, /The judged claim holds/);
  });

  it('brings a run back with the switches that it was played with', async () => {
    const card = '#figure-online-ldp-linear-1b';
    const figure = onlineLdpLinear.figures.find(({ id }) => id === '1b');
    const [{ spec } = { spec: kSmall }] =
      figure?.specs('quick', { world: 'fixed', radius: 'theory' }) ?? [];
    await open(await fragmentOf(spec, { figure: 'online-ldp-linear-1b' }));
    await untilText(page, `${card} .notice`, /brought a run with the quick settings/);
    const chosen = await page.evaluate(
      (at) =>
        [...document.querySelectorAll<HTMLInputElement>(`${at} input:checked`)].map(
          ({ value }) => value,
        ),
      card,
    );
    expect(chosen.slice(0, 4)).toEqual(['fixed', 'tight', 'theory', 'ogd']);
  });

  it('says how long, how far and how to stop; what was stopped stays and is called partial', async () => {
    await openPaper();
    await runHere('#figure-1c');
    await pressIn(page, '#figure-1c', 'Run in full');
    await untilText(page, '#figure-1c .job-text', /\d+ of 150 replicates, .* left/);
    await untilText(page, '#figure-1c .chart figcaption', /^Partial, /);
    const began = Date.now();
    await page.keyboard.press('Escape');
    await untilText(page, '#figure-1c .job-text', /^Cancelled/);
    expect(Date.now() - began).toBeLessThan(1000);
    expect(await textOf(page, '#figure-1c .chart figcaption')).toMatch(
      /^Partial, \d+ of 50 replicates/,
    );
    expect(await textOf(page, '#figure-1c .digests')).toMatch(/^Partial/);
    expect(await textOf(page, '#figure-1c .claim-verdict')).toMatch(
      /^(No verdict on a partial run|Being)/,
    );
    expect(await textOf(page, '#figure-1c .claims')).not.toMatch(/Holds|Does not hold/);
  });

  it('plays a shared run again to the same bits as another machine', async () => {
    const { digest } = await playedInNode(kSmall);
    await openSmall({ d: digest });
    await pressIn(page, '#figure-1c', 'Play it again');
    expect(await textOf(page, '#figure-1c .digest')).toBe(digest);
    expect(await textOf(page, '#figure-1c .digests')).toContain('✓ The same bits');
    expect(await textOf(page, '#figure-1c .claim-verdict')).toMatch(/^No verdict: other settings/);
    expect(await textOf(page, '#figure-1c .legend')).not.toMatch(/paper|project/);
  });

  it('says so when the bits are not those that the link promises', async () => {
    await openSmall({ d: 'sha256-of-something-else' });
    await pressIn(page, '#figure-1c', 'Play it again');
    await untilText(page, '#figure-1c .digests', /✗ Not the bits/);
  });

  it('makes a link that leads back to the run, and never sends what is in it', async () => {
    const digest = await playSmall();
    await pressIn(page, '#figure-1c .take-away', 'Link');
    const link = await waitFor(
      page,
      () => document.querySelector<HTMLInputElement>('#figure-1c .copy-text input')?.value,
      null,
      'the link',
    );
    expect(link).toContain('/playground/papers/ren2020/#s=1.');
    const before = server.hits.length;
    await page.goto('about:blank');
    await page.goto(link);
    await pressIn(page, '#figure-1c', 'Play it again');
    await untilText(page, '#figure-1c .digests', /✓ The same bits/);
    expect(await textOf(page, '#figure-1c .digest')).toBe(digest);
    const [, text = ''] = /#s=(1\.[^&]{16})/.exec(link) ?? [];
    expect(text).not.toBe('');
    expect(server.hits.slice(before).filter(({ path }) => path.includes(text))).toEqual([]);
  });

  it.each([
    ['no spec at all', '#s=garbage&figure=1c', /must start with/],
    ['bytes that do not unpack', '#s=1.AAAA&figure=1c', /deflate/],
    ['a link that is too long', `#figure=1c&s=1.${'A'.repeat(70_000)}`, /at most/],
  ])('stays at work after a fragment with %s', async (_what, fragment, why) => {
    await open(fragment);
    expect(await textOf(page, '#link-notice [role="alert"]')).toMatch(why);
    await runHere('#figure-1a');
    await pressIn(page, '#figure-1a', 'Run quick');
    await untilText(page, '#figure-1a .job-text', /replicates/);
    await pressIn(page, '#figure-1a', 'Cancel');
  });

  it('sends a run of no figure to the playground', async () => {
    await open(await fragmentOf(kSmall));
    await untilText(page, '.legend', /noisy, "quoted"/);
    await open(await fragmentOf(kSmall, { figure: 'nonsense' }));
    expect(await textOf(page, '#link-notice [role="alert"]')).toMatch(/no figure on this page/);
    const href = await page.evaluate(
      () => document.querySelector('#link-notice a')?.getAttribute('href'),
      null,
    );
    expect(href).toMatch(/^\.\.\/\.\.\/#s=1\./);
  });

  it.each([
    ['lab/', '1c', 'ren2020'],
    ['playground/papers/', 'chen2020-F1', 'chen2020'],
  ])('opens a link of %s to figure %s at the page of its paper', async (from, figure, paper) => {
    await page.goto(`${server.origin}/${from}${await fragmentOf(kSmall, { figure })}`);
    await untilText(page, `#figure-${figure} .notice`, /brought a run/);
    expect(await page.evaluate(() => location.pathname, null)).toBe(`/playground/papers/${paper}/`);
    expect(await page.evaluate(() => document.activeElement?.id, null)).toBe(
      `figure-${figure}-title`,
    );
  });

  it('shows plots and counts of verdicts before anything is pressed, and each verdict on a press', async () => {
    await openPaper('online-ldp-linear');
    const card = '#figure-online-ldp-linear-1a';
    const drawn = await waitFor(
      page,
      (at) => document.querySelector<HTMLImageElement>(`${at} img`)?.naturalWidth,
      card,
      'the plot',
    );
    expect(drawn).toBeGreaterThan(0);
    expect(await textOf(page, `${card} .stored-claims summary`)).toBe(
      'Claims that hold: paper 18/36, project 12/14',
    );
    await page.evaluate(
      (at) => document.querySelector<HTMLElement>(`${at} .stored-claims summary`)?.click(),
      card,
    );
    const table = await textOf(page, `${card} .claim-table`);
    expect(table).toMatch(/✗ does not hold/);
    const rows = await page.evaluate(
      (at) => document.querySelectorAll(`${at} .claim-table tbody tr`).length,
      card,
    );
    expect(rows).toBe(50);
    await page.evaluate(
      () => document.querySelector<HTMLElement>('[data-findings] summary')?.click(),
      null,
    );
    await untilText(page, '[data-findings]', /Not reproduced at ε = 1/);
  });

  it('lets a second run wait its turn, and says for what', async () => {
    await openPaper();
    for (const card of ['#figure-1c', '#figure-1d']) await runHere(card);
    await pressIn(page, '#figure-1c', 'Run in full');
    await untilText(page, '#figure-1c .job-text', /left/);
    await pressIn(page, '#figure-1d', 'Run quick');
    await untilText(page, '#figure-1d .job-text', /^Waits until Figure 1c is through/);
    await pressIn(page, '#figure-1c', 'Cancel');
    await untilText(page, '#figure-1d .job-text', /left/);
    await pressIn(page, '#figure-1d', 'Cancel');
    await untilText(page, '#figure-1d .job-text', /^Cancelled/);
  });

  it('keeps runs, names them, draws them over the next one and lets go of them', async () => {
    await playSmall();
    await pressIn(page, '#figure-1c', 'Keep this run');
    await fill(page, '#figure-1c .kept-name input', 'before');
    await page.evaluate(
      async (next) => {
        location.hash = next;
      },
      await fragmentOf({ ...kSmall, seed: 'another' }, { figure: '1c' }),
    );
    await pressIn(page, '#figure-1c', 'Play it again');
    await untilText(page, '#figure-1c .legend', /weighted \(before\)/);
    await pressIn(page, '#figure-1c .kept', 'Remove before');
    await waitFor(
      page,
      () => !/before/.test(document.querySelector('#figure-1c .legend')?.textContent ?? ''),
      null,
      'the kept run to go',
    );
  });

  it('gives files that are what they say', async () => {
    await playSmall();
    await keepSaved(page);
    for (const name of ['SVG', 'PNG', 'CSV', 'JSON', 'Spec'])
      await pressIn(page, '#figure-1c', name);
    const expected = await playedInNode(kSmall);

    const { data } = Papa.parse<Record<string, string>>(await savedText(page, 'figure-1c.csv'), {
      header: true,
      skipEmptyLines: true,
    });
    const ends = expected.curves.map(({ label, t, mean }) => [label, t.at(-1), mean.at(-1)]);
    const rows = data.map((row) => [row['label'], Number(row['t']), Number(row['mean'])] as const);
    for (const end of ends) expect(rows).toContainEqual(end);
    expect(rows).toHaveLength(expected.curves.reduce((sum, { t }) => sum + t.length, 0));

    expect(JSON.parse(await savedText(page, 'figure-1c-spec.json'))).toEqual(kSmall);
    const result = readResult(JSON.parse(await savedText(page, 'figure-1c.json')));
    expect(result.digest).toBe(expected.digest);

    const drawing = await page.evaluate(
      (svg) => {
        const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml');
        return {
          tag: root.tagName,
          text: root.textContent,
          paths: root.querySelectorAll('path').length,
        };
      },
      await savedText(page, 'figure-1c.svg'),
    );
    expect(drawing.tag).toBe('svg');
    expect(drawing.text).toContain('weighted');
    expect(drawing.paths).toBeGreaterThanOrEqual(2 * kSmall.runs.length);

    const png = await savedBytes(page, 'figure-1c.png', 24);
    expect(png.slice(0, 8)).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const width = new DataView(Uint8Array.from(png).buffer).getUint32(16);
    const svgWidth = Number(/width="(\d+)"/.exec(await savedText(page, 'figure-1c.svg'))?.[1]);
    expect(width).toBe(2 * svgWidth);
  });
});
