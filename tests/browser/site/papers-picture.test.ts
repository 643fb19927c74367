// Routes and coverage as pictures, in Chromium and Firefox: what a line is worth before a run, what a learner
// played and when after it, the same as a table, and all of it by keyboard.
import { chen2020 } from 'ldp-bandits/papers';
import type { SimulationResult, SimulationSpec } from 'ldp-bandits/simulation';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { kProfiles, waitFor } from '../support/browsers.js';
import {
  choose,
  fill,
  fragmentOf,
  playedInNode,
  pressIn,
  textOf,
  untilText,
} from '../support/runs.js';
import { page, server, useOneBrowser } from '../support/visit.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const kTimes = [100, 1_000, 5_000];

/** Two learners of a figure in one of its worlds, for a moment. */
function smallOf(id: string, world?: string): SimulationSpec {
  const figure = chen2020.figures.find((one) => one.id === id);
  const spec = figure?.specs('quick', world ? { world } : {})[0]?.spec as SimulationSpec;
  const runs = spec.runs.filter(({ label }) => label === 'LDP2-T' || label === 'CUCB, no privacy');
  return { ...spec, horizon: 5_000, replicates: 2, runs, record: { times: kTimes } };
}

const kRoutes = smallOf('F1');

describe.each(kProfiles)('pictures of worlds in %s', (_name, launch) => {
  let played: SimulationResult;
  beforeAll(async () => {
    played = await playedInNode(kRoutes);
  });
  useOneBrowser(launch);

  const card = '#figure-chen2020-F1';
  const playRoutes = async () => {
    await page.goto(
      `${server.origin}/playground/papers/${await fragmentOf(kRoutes, { figure: 'chen2020-F1' })}`,
    );
    await pressIn(page, card, 'Play it again');
    await textOf(page, `${card} .digest`);
    await textOf(page, `${card} .picture-controls option`);
  };
  /** Of all lines, arm by arm. */
  const widths = (kind: 'played' | 'worth') =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(selector)].map((line) =>
          Number(line.getAttribute('stroke-width')),
        ),
      `${card} .picture-${kind}`,
    );
  const sharesOf = (label: string, at: number) => {
    const curve = played.curves.find((one) => one.label === label);
    return Array.from(curve?.plays?.subarray(24 * at, 24 * (at + 1)) ?? []);
  };
  const thick = (share: number) => Number((11 * share).toFixed(2));

  it('show what each street is worth before anything was played', async () => {
    await page.goto(`${server.origin}/playground/papers/chen2020/`);
    await pressIn(page, card, 'Run it here');
    expect(await textOf(page, `${card} .picture-words`)).toMatch(
      /^Worth most, 0\.8 each: from start to 2; from 2 to 6;/,
    );
    const all = await widths('worth');
    expect(all).toHaveLength(24);
    expect(all.filter((width) => width === thick(0.8))).toHaveLength(6);
  });

  it('show how often a learner played each street, when, and the same as a table', async () => {
    await playRoutes();
    const last = sharesOf('LDP2-T', kTimes.length - 1);
    expect(last.reduce((sum, share) => sum + share, 0)).toBeCloseTo(6, 9);
    expect(await widths('played')).toEqual(last.map(thick));
    expect(await textOf(page, `${card} .picture-words`)).toMatch(
      /^LDP2-T, rounds 1,001 to 5,000\. Most often played: from /,
    );
    await fill(page, `${card} .picture-controls select`, 'CUCB, no privacy');
    await fill(page, `${card} .picture-controls [type="range"]`, '0');
    await untilText(page, `${card} .picture-words`, /^CUCB, no privacy, rounds 1 to 100\./);
    expect(await widths('played')).toEqual(sharesOf('CUCB, no privacy', 0).map(thick));
    const table = await textOf(page, `${card} .world-picture table`);
    expect(table).toMatch(/^LineWorthPlayedfrom start to 20\.8\d/);
    await choose(page, `${card} .picture-controls [value="worth"]`);
    await untilText(page, `${card} .picture-words`, /^Worth most/);
    expect(await widths('played')).toEqual([]);
  });

  it('are read by keyboard alone', async () => {
    await playRoutes();
    await page.evaluate(
      (selector) => document.querySelector<HTMLElement>(selector)?.focus(),
      `${card} .picture-controls [type="range"]`,
    );
    await page.keyboard.press('ArrowLeft');
    await untilText(page, `${card} .picture-words`, /rounds 101 to 1,000/);
    const said = await waitFor(
      page,
      (selector) => document.querySelector(selector)?.textContent,
      `${card} .world-picture [role="status"]`,
      'what is read out',
    );
    expect(said).toMatch(/^LDP2-T, rounds 101 to 1,000\./);
    const text = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-valuetext'),
      null,
    );
    expect(text).toBe('rounds 101 to 1,000');
  });

  it('show who covers whom in the coverage world', async () => {
    const coverage = '#figure-chen2020-F2';
    await page.goto(
      `${server.origin}/playground/papers/${await fragmentOf(smallOf('F2', 'pmc'), { figure: 'chen2020-F2' })}`,
    );
    await pressIn(page, coverage, 'Play it again');
    await textOf(page, `${coverage} .digest`);
    await untilText(page, `${coverage} .picture-words`, /Most often played: L\d, /);
    const lines = await page.evaluate(
      (selector) => document.querySelectorAll(selector).length,
      `${coverage} .picture-coverage .picture-played`,
    );
    expect(lines).toBe(40);
  });
});
