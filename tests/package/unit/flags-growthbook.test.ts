// @vitest-environment jsdom
// `ldp-bandits/growthbook` in GrowthBook itself.
import { GrowthBook, GrowthBookClient } from '@growthbook/growthbook';
import { type BanditFlagTable, banditPlugin } from 'ldp-bandits/growthbook';
import { beforeEach, expect, test, vi } from 'vitest';
import { failure } from './client-support.js';
import { CountingBandit, newPage, SPEC, turn } from './components-support.js';
import { badArgument } from './refusals.js';

const FLAGS = {
  headlines: {
    algorithm: SPEC,
    variants: { plain: 'Walk', short: 'Go', long: 'Walk above the weather' },
    event: 'signup',
  },
  compact: { algorithm: { type: 'ldp-duel', arms: 2 }, variants: { off: false, on: true } },
} as const satisfies BanditFlagTable;

let counts: CountingBandit;
const logged = vi.fn();
beforeEach(() => {
  newPage();
  logged.mockReset();
  counts = new CountingBandit();
  counts.arm = 1;
});

const book = () =>
  new GrowthBook({
    features: { colour: { defaultValue: 'blue' } },
    plugins: [banditPlugin(counts.setup, FLAGS)],
    eventLogger: logged,
  });

test('a feature has its default until the variant is known, and then the page renders again', async () => {
  const gb = book();
  const render = vi.fn();
  gb.setRenderer(render);
  expect(gb.getFeatureValue('headlines', 'default')).toBe('default');
  await turn();
  expect(render).toHaveBeenCalledTimes(2);
  expect(gb.getFeatureValue('headlines', 'default')).toBe('Go');
  expect([gb.isOn('compact'), gb.isOff('compact')]).toEqual([true, false]);
  gb.destroy();
});

test('the draw spends nothing; the first evaluation opens one decision, however often others follow', async () => {
  const gb = book();
  await turn();
  expect(counts.picks).toBe(2);
  expect(counts.spent).toBe(0);
  const render = vi.fn();
  gb.setRenderer(render);
  for (let i = 0; i < 3; i++) gb.evalFeature('headlines');
  expect(counts.adopted).toEqual([{ action: 1, snapshot: 12 }]);
  // It may be evaluated within a render.
  expect(render).not.toHaveBeenCalled();
  gb.destroy();
});

test('other attributes change nothing: they are not read, and nothing more is spent', async () => {
  const gb = book();
  await turn();
  expect(gb.getFeatureValue('headlines', '')).toBe('Go');
  counts.arm = 0;
  await gb.setAttributes({ id: 'visitor-7', plan: 'gold' });
  expect(gb.getFeatureValue('headlines', '')).toBe('Go');
  expect([counts.picks, counts.spent]).toEqual([2, 1]);
  gb.destroy();
});

test('other features and events stay those of GrowthBook', async () => {
  const gb = book();
  await turn();
  expect(gb.getFeatureValue('colour', 'red')).toBe('blue');
  await gb.logEvent('scroll', { depth: 3 });
  expect(logged).toHaveBeenCalledWith('scroll', { depth: 3 }, expect.anything());
  expect(counts.spent).toBe(0);
  gb.destroy();
});

test('an event of an experiment is its answer, and nobody else sees it', async () => {
  const gb = book();
  await turn();
  gb.getFeatureValue('headlines', '');
  await gb.logEvent('signup', { value: 0.5 });
  await gb.logEvent('signup');
  await turn();
  expect(counts.rewards).toEqual([0.5, 1]);
  expect(logged).not.toHaveBeenCalled();
  gb.destroy();
});

test('a feature that is forced by hand is that, and spends nothing', async () => {
  const gb = book();
  await turn();
  gb.setForcedFeatures(new Map([['headlines', 'Forced']]));
  expect(gb.getFeatureValue('headlines', '')).toBe('Forced');
  expect(counts.spent).toBe(0);
  gb.destroy();
});

test('what is no GrowthBook of a page is refused', async () => {
  const plugin = banditPlugin(counts.setup, FLAGS);
  const error = await failure((async () => plugin(new GrowthBookClient()))());
  expect(error).toMatchObject(badArgument('book'));
});
