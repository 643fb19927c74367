// @vitest-environment jsdom
// Components show an option for free, and spend one report's budget when it is seen.
import { type PlacementOptions, shareBandits } from 'ldp-bandits/components';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CountingBandit, newPage, SPEC, show, turn, watchers } from './components-support.js';

let counts: CountingBandit;
beforeEach(() => {
  newPage();
  localStorage.clear();
  sessionStorage.clear();
  counts = new CountingBandit();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const place = (options: Partial<PlacementOptions<'ldp-thompson'>> = {}, setup: object = {}) =>
  shareBandits({ ...counts.setup, ...setup }).placement('headlines', SPEC, {
    fallback: 0,
    ...options,
  });

/** A mounted component whose option is known, and its element. */
async function mounted(options: Parameters<typeof place>[0] = {}, setup: object = {}) {
  const placement = place(options, setup);
  const element = document.createElement('h1');
  const unmount = placement.subscribe(() => {});
  const stop = placement.observe(element);
  await turn();
  return { placement, element, unmount, stop };
}

describe('what is shown', () => {
  test('is the fallback until the option is known, then the arm of the public snapshot', async () => {
    const placement = place();
    const seen: unknown[] = [];
    placement.subscribe(() => seen.push(placement.getSnapshot()));
    expect(placement.getSnapshot()).toEqual({ action: 0, status: 'loading' });
    await turn();
    expect(seen).toEqual([{ action: 2, status: 'ready' }]);
    expect(counts.spent).toBe(0);
  });

  test('and spent stays the same if a listener throws, and the others hear of it', async () => {
    const error = new Error('a render of the page');
    const onError = vi.fn();
    const placement = place({}, { onError });
    placement.subscribe(() => {
      throw error;
    });
    const heard = vi.fn();
    placement.subscribe(heard);
    await turn();
    placement.expose();
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'exposed' });
    expect(heard).toHaveBeenCalledTimes(2);
    expect(onError.mock.calls).toEqual([[error], [error]]);
    expect(counts.spent).toBe(1);
  });

  test('is the same object until it changes', async () => {
    const { placement } = await mounted();
    expect(placement.getSnapshot()).toBe(placement.getSnapshot());
    expect(placement.getServerSnapshot()).toBe(placement.getServerSnapshot());
  });

  test('is the choice of the server at once, for server and browser alike', async () => {
    const { placement, element } = await mounted(
      {},
      { choices: { headlines: { action: 1, snapshot: 7 } } },
    );
    expect(placement.getServerSnapshot()).toEqual({ action: 1, status: 'ready' });
    expect(placement.getSnapshot()).toBe(placement.getServerSnapshot());
    show(element);
    expect(counts.adopted).toEqual([{ action: 1, snapshot: 7 }]);
    expect(counts.picks).toBe(0);
  });

  test('of a component with a key is the choice of that key, and of no other', async () => {
    const choices = {
      headlines: { action: 1, snapshot: 7 },
      'headlines/b': { action: 0, snapshot: 7 },
    };
    const shown = ['', 'a', 'b'].map((key) => place({ key }, { choices }).getSnapshot());
    expect(shown).toEqual([
      { action: 1, status: 'ready' },
      { action: 0, status: 'loading' },
      { action: 0, status: 'ready' },
    ]);
  });

  test('is nothing that every object has, whatever the experiment is called', () => {
    const { placement } = shareBandits({ ...counts.setup, choices: {} });
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(placement(name, SPEC, { fallback: 0 }).getSnapshot().status).toBe('loading');
  });

  test('is the fallback where no bandit can be opened, and the error says why', async () => {
    const error = new Error('no collector');
    counts.ready = () => Promise.reject(error);
    const onError = vi.fn();
    const { placement, element, unmount } = await mounted({}, { onError });
    expect(placement.getSnapshot()).toEqual({ action: 0, status: 'failed', error });
    show(element);
    expect(onError.mock.calls).toEqual([[error]]);
    expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'failed' });
    unmount();
    counts.ready = () => Promise.resolve();
    placement.subscribe(() => {});
    await turn();
    expect(placement.getSnapshot()).toMatchObject({ action: 2, status: 'exposed' });
  });

  test('of algorithms without a public arm is the fallback until it is seen', async () => {
    counts.arm = undefined;
    const { placement, element } = await mounted();
    expect(placement.getSnapshot()).toEqual({ action: 0, status: 'ready' });
    expect(counts.spent).toBe(0);
    show(element);
    expect(placement.getSnapshot()).toEqual({ action: 1, status: 'exposed' });
    expect(counts.chosen).toEqual([[]]);
  });

  test('of algorithms with a context is chosen from it when it is seen', async () => {
    const features = [[1, 0]];
    const bandits = shareBandits(counts.setup);
    const cards = bandits.placement(
      'cards',
      { type: 'ldp-linucb', dimension: 2, norm: 1 },
      { fallback: 0, context: () => features },
    );
    cards.subscribe(() => {});
    await turn();
    cards.expose();
    expect(counts.chosen).toEqual([[features]]);
    expect(counts.picks).toBe(0);
  });
});

describe('a context', () => {
  const cards = (context: () => readonly (readonly number[])[]) =>
    shareBandits(counts.setup).placement(
      'cards',
      { type: 'ldp-linucb', dimension: 2, norm: 1 },
      { fallback: 0, context },
    );

  test('is that of the latest render', async () => {
    const placement = cards(() => [[1, 0]]);
    placement.subscribe(() => {});
    await turn();
    expect(cards(() => [[0, 1]])).toBe(placement);
    placement.expose();
    expect(counts.chosen).toEqual([[[[0, 1]]]]);
  });

  test('that cannot be asked is none, and there is a report all the same', async () => {
    const error = new Error('no history');
    counts.setup.onError = vi.fn();
    const placement = cards(() => {
      throw error;
    });
    placement.subscribe(() => {});
    await turn();
    placement.expose();
    expect(counts.chosen).toEqual([[undefined]]);
    expect(counts.setup.onError).toHaveBeenCalledWith(error);
    expect(await placement.reward(1)).toEqual({ status: 'queued' });
  });
});

describe('an exposure', () => {
  test.each([
    ['half of the element', 0.5, 0.05],
    ['a tenth of a tall element, which fills half of the screen', 0.1, 0.5],
  ])('is %s on the screen', async (_, share, filled) => {
    const { placement, element } = await mounted();
    show(element, 0.49, 0.4);
    expect(counts.spent).toBe(0);
    show(element, share, filled);
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'exposed' });
    expect(counts.adopted).toEqual([{ action: 2, snapshot: 12 }]);
  });

  test('waits until the page is visible', async () => {
    const { element } = await mounted();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    show(element);
    expect(counts.spent).toBe(0);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(counts.spent).toBe(1);
  });

  test('waits until the option is known, and for an element that is still seen then', async () => {
    let open = (_: unknown) => {};
    counts.ready = () =>
      new Promise((resolve) => {
        open = resolve;
      });
    const { placement, element } = await mounted();
    const footer = document.createElement('p');
    placement.observe(footer);
    show(footer);
    show(footer, 0);
    open(undefined);
    await turn();
    expect(placement.getSnapshot().status).toBe('ready');
    show(element);
    expect(counts.spent).toBe(1);
  });

  test('does not happen to the fallback: one that is told too early is told again', async () => {
    const placement = place();
    placement.subscribe(() => {});
    placement.expose();
    await turn();
    expect([placement.getSnapshot().status, counts.spent]).toEqual(['ready', 0]);
    placement.expose();
    expect(counts.spent).toBe(1);
  });

  test('happens once, however often it is seen or told', async () => {
    const { placement, element } = await mounted();
    for (let time = 0; time < 3; time++) {
      show(element);
      show(element, 0);
      placement.expose();
    }
    expect(counts.spent).toBe(1);
  });

  test('never happens on a server, even to a choice that is known', async () => {
    const { document: page } = globalThis;
    vi.stubGlobal('document', undefined);
    place({}, { choices: { headlines: { action: 1, snapshot: 7 } } }).expose();
    await turn();
    vi.stubGlobal('document', page);
    expect([counts.opened, counts.spent]).toEqual([[], 0]);
  });

  test('never happens to a component that is unmounted before', async () => {
    const { element, unmount, stop } = await mounted();
    stop();
    unmount();
    show(element);
    expect(counts.spent).toBe(0);
    expect(watchers()).toBe(0);
  });
});

describe('an answer', () => {
  test('goes to the decision within the call', async () => {
    const { placement, element } = await mounted();
    show(element);
    const outcome = placement.reward(1);
    expect(counts.rewards).toEqual([1]); // before anything is awaited: the click may leave the page
    expect(await outcome).toEqual({ status: 'queued' });
  });

  test('opens no decision: a report must not exist because there was an answer', async () => {
    const { placement } = await mounted();
    expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'not_exposed' });
    expect(counts.spent).toBe(0);
  });

  test('waits for a bandit that opens only after the option was seen', async () => {
    let open = (_: unknown) => {};
    counts.ready = () =>
      new Promise((resolve) => {
        open = resolve;
      });
    const { placement, element } = await mounted(
      {},
      { choices: { headlines: { action: 1, snapshot: 7 } } },
    );
    show(element);
    const outcome = placement.reward(1);
    open(undefined);
    expect(await outcome).toEqual({ status: 'queued' });
    expect(counts.rewards).toEqual([1]);
  });
});

describe('components of a page', () => {
  test('of one experiment and key share one bandit and one decision', async () => {
    const header = await mounted();
    const footer = await mounted();
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
    for (const key of ['a', 'b', 'c']) show((await mounted({ key })).element);
    expect([counts.opened, counts.spent]).toEqual([['headlines'], 3]);
  });

  test('that mount, unmount and mount again have one decision', async () => {
    const first = await mounted();
    first.unmount();
    const second = await mounted();
    show(second.element);
    second.unmount();
    show((await mounted()).element);
    expect([counts.opened, counts.spent, counts.disposed]).toEqual([['headlines'], 1, 0]);
  });

  test('leave the bandit open until the last decision takes no answer any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const placement = place({}, { responseWindowMs: 5_000 });
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
    const unmount = place({}, { responseWindowMs: 30 * 86_400_000 }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    unmount();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(counts.disposed).toBe(0);
  });

  test('draw anew from the next bandit what was not seen, and keep what was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [unseen, seen] = [place({ key: 'unseen' }), place({ key: 'seen' })];
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
    const placement = place();
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
    const placement = place();
    placement.subscribe(() => {})();
    await vi.advanceTimersByTimeAsync(10_000);
    open(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect([counts.opened.length, counts.disposed]).toEqual([1, 1]);
  });

  test('spend nothing when a development server runs the modules again', async () => {
    show((await mounted()).element);
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
    await mounted({}, { mayReport: () => false });
    expect(counts.options?.mayReport?.()).toBe(false);
    place({}, { mayReport: () => true });
    expect(counts.options?.mayReport?.()).toBe(true);
  });

  test('ask the consent that was changed last, also where another setup was used since', async () => {
    const page = shareBandits(counts.setup);
    page.placement('headlines', SPEC, { fallback: 0 }).subscribe(() => {});
    await turn();
    place({}, { mayReport: () => true }); // of a part of the page that is gone again
    page.setup = { ...counts.setup, mayReport: () => false };
    expect(counts.options?.mayReport?.()).toBe(false);
  });
});

describe('an option that the address forces', () => {
  test('is shown without a bandit, and never reported', async () => {
    newPage('/shop?ldp-headlines=1');
    const { placement, element } = await mounted();
    show(element);
    placement.expose();
    expect(placement.getSnapshot()).toEqual({ action: 1, status: 'forced' });
    expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'forced' });
    expect([counts.opened, counts.spent]).toEqual([[], 0]);
    expect(placement.getServerSnapshot()).toEqual({ action: 0, status: 'loading' });
  });

  test('is not looked for on a server, whose location is not that of the visitor', () => {
    newPage('/shop?ldp-headlines=1');
    const { document: page } = globalThis;
    vi.stubGlobal('document', undefined);
    expect(place().getSnapshot()).toEqual({ action: 0, status: 'loading' });
    vi.stubGlobal('document', page);
  });

  test.each(['3', '-1', '1.5', '', 'x'])('is none if it is no arm: %j', async (text) => {
    newPage(`/?ldp-headlines=${text}`);
    expect((await mounted()).placement.getSnapshot()).toEqual({ action: 2, status: 'ready' });
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
    show((await mounted({ sticky })).element);
    expect(counts.adopted).toEqual([{ action: 2, snapshot: 12, key: 'component:' }]);
    counts.arm = 0;
    newPage();
    const placement = place({ sticky });
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'ready' });
    const { element } = await mounted({ sticky });
    show(element);
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'kept' });
    expect([counts.spent, counts.recalled]).toEqual([1, ['component:']]);
    expect(await placement.reward(1)).toEqual({ status: 'queued' });
  });

  test('is not one that the address of the server has forced', async () => {
    const choices = { headlines: { action: 1, snapshot: 7, withheld: 'forced' } };
    show((await mounted({ sticky }, { choices })).element);
    newPage();
    expect(place({ sticky }).getSnapshot()).toEqual({ action: 0, status: 'loading' });
  });

  test('is kept once it was seen, and not before', async () => {
    await mounted({ sticky });
    newPage();
    counts.arm = 1;
    expect((await mounted({ sticky })).placement.getSnapshot().action).toBe(1);
  });

  test('is drawn anew after an experiment has changed', async () => {
    show((await mounted({ sticky })).element);
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
  show((await mounted({ sticky: 'profile' })).element);
  newPage();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 86_400_000 + 1_000);
  expect(place({ sticky: 'profile' }).getSnapshot().status).toBe('loading');
});
