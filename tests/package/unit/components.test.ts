// @vitest-environment jsdom
// Components show an option for free, and spend one report's budget when it is seen.
import { shareBandits } from 'ldp-bandits/components';
import { describe, expect, test, vi } from 'vitest';
import {
  type CountingBandit,
  eachOnNewPage,
  SPEC,
  show,
  turn,
  watchers,
} from './components-support.js';

let counts: CountingBandit;
eachOnNewPage((counting) => {
  counts = counting;
});

describe('what is shown', () => {
  test('is the fallback until the option is known, then the arm of the public snapshot', async () => {
    const placement = counts.place();
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
    const placement = counts.place({}, { onError });
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
    const { placement } = await counts.mounted();
    expect(placement.getSnapshot()).toBe(placement.getSnapshot());
    expect(placement.getServerSnapshot()).toBe(placement.getServerSnapshot());
  });

  test('is the choice of the server at once, for server and browser alike', async () => {
    const { placement, element } = await counts.mounted(
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
    const shown = ['', 'a', 'b'].map((key) => counts.place({ key }, { choices }).getSnapshot());
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
    const { placement, element, unmount } = await counts.mounted({}, { onError });
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
    const { placement, element } = await counts.mounted();
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
    const { placement, element } = await counts.mounted();
    show(element, 0.49, 0.4);
    expect(counts.spent).toBe(0);
    show(element, share, filled);
    expect(placement.getSnapshot()).toEqual({ action: 2, status: 'exposed' });
    expect(counts.adopted).toEqual([{ action: 2, snapshot: 12 }]);
  });

  test('waits until the page is visible', async () => {
    const { element } = await counts.mounted();
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
    const { placement, element } = await counts.mounted();
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
    const placement = counts.place();
    placement.subscribe(() => {});
    placement.expose();
    await turn();
    expect([placement.getSnapshot().status, counts.spent]).toEqual(['ready', 0]);
    placement.expose();
    expect(counts.spent).toBe(1);
  });

  test('happens once, however often it is seen or told', async () => {
    const { placement, element } = await counts.mounted();
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
    counts.place({}, { choices: { headlines: { action: 1, snapshot: 7 } } }).expose();
    await turn();
    vi.stubGlobal('document', page);
    expect([counts.opened, counts.spent]).toEqual([[], 0]);
  });

  test('never happens to a component that is unmounted before', async () => {
    const { element, unmount, stop } = await counts.mounted();
    stop();
    unmount();
    show(element);
    expect(counts.spent).toBe(0);
    expect(watchers()).toBe(0);
  });
});

describe('an answer', () => {
  test('goes to the decision within the call', async () => {
    const { placement, element } = await counts.mounted();
    show(element);
    const outcome = placement.reward(1);
    expect(counts.rewards).toEqual([1]); // before anything is awaited: the click may leave the page
    expect(await outcome).toEqual({ status: 'queued' });
  });

  test('opens no decision: a report must not exist because there was an answer', async () => {
    const { placement } = await counts.mounted();
    expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'not_exposed' });
    expect(counts.spent).toBe(0);
  });

  test('waits for a bandit that opens only after the option was seen', async () => {
    let open = (_: unknown) => {};
    counts.ready = () =>
      new Promise((resolve) => {
        open = resolve;
      });
    const { placement, element } = await counts.mounted(
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
