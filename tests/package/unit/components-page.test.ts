// @vitest-environment jsdom
// What the components of a page share, and what they show again on the next one.
import { shareBandits } from 'ldp-bandits/components';
import { describe, expect, test, vi } from 'vitest';
import {
  type CountingBandit,
  eachOnNewPage,
  newPage,
  SPEC,
  show,
  turn,
} from './components-support.js';

let counts: CountingBandit;
eachOnNewPage((counting) => {
  counts = counting;
});

describe('components of a page', () => {
  test('of one experiment and key share one bandit and one decision', async () => {
    const header = await counts.mounted();
    const footer = await counts.mounted();
    expect(footer.placement).toBe(header.placement);
    show(header.element);
    show(footer.element);
    expect([counts.opened, counts.spent]).toEqual([['headlines'], 1]);
  });

  test('of one experiment may name its terms in another order', () => {
    const { placement } = shareBandits(counts.setup);
    const options = { fallback: 0 };
    const one = placement('headlines', { type: 'ldp-thompson', arms: 3 }, options);
    expect(placement('headlines', { arms: 3, type: 'ldp-thompson' }, options)).toBe(one);
    expect(placement('headlines', { arms: 4, type: 'ldp-thompson' }, options)).not.toBe(one);
  });

  test('of other keys have decisions of their own, of one bandit', async () => {
    for (const key of ['a', 'b', 'c']) show((await counts.mounted({ key })).element);
    expect([counts.opened, counts.spent]).toEqual([['headlines'], 3]);
  });

  test('that mount, unmount and mount again have one decision', async () => {
    const first = await counts.mounted();
    first.unmount();
    const second = await counts.mounted();
    show(second.element);
    second.unmount();
    show((await counts.mounted()).element);
    expect([counts.opened, counts.spent, counts.disposed]).toEqual([['headlines'], 1, 0]);
  });

  test('leave the bandit open until the last decision takes no answer any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const placement = counts.place({}, { responseWindowMs: 5_000 });
    const unmount = placement.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    unmount();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(counts.disposed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(counts.disposed).toBe(1);
    placement.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(counts.opened).toHaveLength(2);
  });

  test('leave it open for a response window that is longer than a timer can be', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const unmount = counts.place({}, { responseWindowMs: 30 * 86_400_000 }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    unmount();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(counts.disposed).toBe(0);
  });

  test('draw anew from the next bandit what was not seen, and keep what was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [unseen, seen] = [counts.place({ key: 'unseen' }), counts.place({ key: 'seen' })];
    const mount = () => [unseen, seen].map((one) => one.subscribe(() => {}));
    const unmounts = mount();
    await vi.advanceTimersByTimeAsync(0);
    seen.expose();
    for (const unmount of unmounts) unmount();
    counts.arm = 1;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(unseen.getSnapshot()).toEqual({ action: 0, status: 'loading' });
    mount();
    await vi.advanceTimersByTimeAsync(0);
    expect(unseen.getSnapshot()).toEqual({ action: 1, status: 'ready' });
    expect(seen.getSnapshot()).toEqual({ action: 2, status: 'exposed' });
    expect(counts.spent).toBe(1);
  });

  test('that come back in time keep it open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const placement = counts.place();
    placement.subscribe(() => {})();
    placement.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect([counts.opened.length, counts.disposed]).toEqual([1, 0]);
  });

  test('that are gone before the bandit is open leave none behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let open = (_: unknown) => {};
    counts.ready = () =>
      new Promise((resolve) => {
        open = resolve;
      });
    const placement = counts.place();
    placement.subscribe(() => {})();
    await vi.advanceTimersByTimeAsync(10_000);
    open(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect([counts.opened.length, counts.disposed]).toEqual([1, 1]);
  });

  test('spend nothing when a development server runs the modules again', async () => {
    show((await counts.mounted()).element);
    for (let reload = 0; reload < 6; reload++) {
      vi.resetModules();
      const again = await import('ldp-bandits/components');
      expect(again.shareBandits).not.toBe(shareBandits);
      const placement = again
        .shareBandits(counts.setup)
        .placement('headlines', SPEC, { fallback: 0 });
      const element = document.createElement('h1');
      placement.observe(element);
      placement.subscribe(() => {});
      show(element);
      expect(placement.getSnapshot().status).toBe('exposed');
    }
    expect([counts.opened, counts.spent]).toEqual([['headlines'], 1]);
  });

  test('ask the consent that the page has now', async () => {
    await counts.mounted({}, { mayReport: () => false });
    expect(counts.options?.mayReport?.()).toBe(false);
    counts.place({}, { mayReport: () => true });
    expect(counts.options?.mayReport?.()).toBe(true);
  });

  test('ask the consent that was changed last, also where another setup was used since', async () => {
    const page = shareBandits(counts.setup);
    page.placement('headlines', SPEC, { fallback: 0 }).subscribe(() => {});
    await turn();
    counts.place({}, { mayReport: () => true }); // of a part of the page that is gone again
    page.setup = { ...counts.setup, mayReport: () => false };
    expect(counts.options?.mayReport?.()).toBe(false);
  });
});

describe('an option that the address forces', () => {
  test('is shown without a bandit, and never reported', async () => {
    newPage('/shop?ldp-headlines=1');
    const { placement, element } = await counts.mounted();
    show(element);
    placement.expose();
    expect(placement.getSnapshot()).toEqual({ action: 1, status: 'forced' });
    expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'forced' });
    expect([counts.opened, counts.spent]).toEqual([[], 0]);
    expect(placement.getServerSnapshot()).toEqual({ action: 0, status: 'loading' });
  });

  test.each([
    ['production', undefined, false],
    ['production', 'always', true],
    ['development', undefined, true],
    ['development', 'never', false],
    ['development', 'on' as never, false],
  ] as const)(
    'in a build for %s counts as `forced: %s` says: %s',
    async (build, forced, counted) => {
      vi.stubEnv('NODE_ENV', build);
      newPage('/shop?ldp-headlines=1');
      const { placement } = await counts.mounted({}, forced && { forced });
      expect(placement.getSnapshot().status).toBe(counted ? 'forced' : 'ready');
      if (!counted) expect(counts.options).not.toHaveProperty('forced');
      vi.unstubAllEnvs();
    },
  );

  test('is not looked for on a server, whose location is not that of the visitor', () => {
    newPage('/shop?ldp-headlines=1');
    const { document: page } = globalThis;
    vi.stubGlobal('document', undefined);
    expect(counts.place().getSnapshot()).toEqual({ action: 0, status: 'loading' });
    vi.stubGlobal('document', page);
  });

  test.each(['3', '-1', '1.5', '', 'x'])('is none if it is no arm: %j', async (text) => {
    newPage(`/?ldp-headlines=${text}`);
    expect((await counts.mounted()).placement.getSnapshot()).toEqual({
      action: 2,
      status: 'ready',
    });
  });

  test('is none of an algorithm with a context, whose rows the address cannot know', () => {
    newPage('/?ldp-cards=999999');
    const cards = shareBandits(counts.setup).placement(
      'cards',
      { type: 'ldp-linucb', dimension: 2, norm: 1 },
      { fallback: 0, context: () => [[1, 0]] },
    );
    expect(cards.getSnapshot()).toEqual({ action: 0, status: 'loading' });
  });
});

describe.each(['session', 'profile'] as const)('a sticky option of a %s', (sticky) => {
  test('is shown on the next page at once, without another report, and takes an answer', async () => {
    show((await counts.mounted({ sticky })).element);
    expect(counts.adopted).toEqual([{ action: 2, snapshot: 12, key: 'component:' }]);
    counts.arm = 0;
    newPage();
    const placement = counts.place({ sticky });
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'ready' });
    const { element } = await counts.mounted({ sticky });
    show(element);
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'kept' });
    expect([counts.spent, counts.recalled]).toEqual([1, ['component:']]);
    expect(await placement.reward(1)).toEqual({ status: 'queued' });
  });

  test('is not one that the address of the server has forced', async () => {
    const choices = { headlines: { action: 1, snapshot: 7, withheld: 'forced' } };
    show((await counts.mounted({ sticky }, { choices })).element);
    newPage();
    expect(counts.place({ sticky }).getSnapshot()).toEqual({ action: 0, status: 'loading' });
  });

  test('is kept once it was seen, and not before', async () => {
    await counts.mounted({ sticky });
    newPage();
    counts.arm = 1;
    expect((await counts.mounted({ sticky })).placement.getSnapshot().action).toBe(1);
  });

  test('is drawn anew after an experiment has changed', async () => {
    show((await counts.mounted({ sticky })).element);
    newPage();
    const other = shareBandits(counts.setup).placement(
      'headlines',
      { ...SPEC, arms: 2 },
      { fallback: 0, sticky },
    );
    expect(other.getSnapshot()).toEqual({ action: 0, status: 'loading' });
  });
});

test('a sticky option is forgotten after 30 days', async () => {
  show((await counts.mounted({ sticky: 'profile' })).element);
  newPage();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 86_400_000 + 1_000);
  expect(counts.place({ sticky: 'profile' }).getSnapshot().status).toBe('loading');
});
