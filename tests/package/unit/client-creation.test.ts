// A creation that is given up or fails leaves nothing behind, and none waits for a worker for long.
import { describe, expect, test, vi } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  page,
  stopTimers,
  usePages,
  visit,
} from './client-page-support.js';
import { elapse, failure, settle, until } from './client-support.js';

usePages();

/** How many channels between tabs are open. */
function countChannels(): () => number {
  const open = new Set<BroadcastChannel>();
  const Real = globalThis.BroadcastChannel;
  class Counted extends Real {
    constructor(name: string) {
      super(name);
      open.add(this);
    }
    override close(): void {
      open.delete(this);
      super.close();
    }
  }
  vi.stubGlobal('BroadcastChannel', Counted);
  return () => open.size;
}

function registerAs(register: () => Promise<unknown>): void {
  vi.stubGlobal('navigator', { serviceWorker: { register } });
}

describe('an abort during creation', () => {
  const moments = {
    'the manifest is fetched': (abort: () => void) => {
      const real = collector.manifest;
      Object.defineProperty(collector, 'manifest', {
        get: () => {
          abort();
          return real;
        },
      });
    },
    'the worker is registered': (abort: () => void) => {
      registerAs(async () => {
        abort();
        return { active: { postMessage: () => {} } };
      });
    },
    'the outbox is opened': (abort: () => void) => {
      const real = IDBDatabase.prototype.transaction;
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
        this: IDBDatabase,
        ...how
      ) {
        abort();
        return real.apply(this, how);
      });
    },
  };
  test.each(Object.entries(moments))(
    'while %s rejects with its reason, and spends and sends nothing later',
    async (_, prepare) => {
      const before = await visit(CLEAR);
      before.choose();
      await before.budget();
      page.leave();
      await settle();
      const channels = countChannels();
      const control = new AbortController();
      const reason = new Error('The visitor went elsewhere.');
      prepare(() => control.abort(reason));
      const options = { ...CLEAR, worker: '/ldp-sender.js', signal: control.signal };
      expect(await failure(visit(options))).toBe(reason);
      page.click();
      page.hide();
      await elapse(120_000);
      expect(collector.bodies).toEqual([]);
      expect(channels()).toBe(0);
    },
  );
});

describe('a creation that fails', () => {
  const faults = {
    'because of the snapshot': () => {
      collector.snapshot = { v: 1, experiment: 'other' };
    },
    'because of the database': () => {
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('It is blocked.', 'SecurityError');
      });
    },
  };
  test.each(Object.entries(faults))('%s leaves nothing open', async (_, prepare) => {
    const channels = countChannels();
    prepare();
    for (let i = 0; i < 3; i++) {
      expect(await failure(visit(CLEAR))).toBeInstanceOf(Error);
      await settle();
    }
    expect(channels()).toBe(0);
    const requests = collector.requests.length;
    page.click();
    page.vanish();
    page.restore();
    await elapse(120_000);
    expect(collector.requests).toHaveLength(requests);
  });
});

test.each([
  ['never comes', () => new Promise(() => {})],
  [
    'is never installed',
    async () => ({ installing: Object.assign(new EventTarget(), { state: 'installing' }) }),
  ],
])(
  'creation waits at most 2 s for the file of a worker that %s, and the page sends',
  async (_, register) => {
    const registered = vi.fn(register);
    registerAs(registered);
    let isDone = false;
    const creating = visit({ ...CLEAR, worker: '/ldp-sender.js' }).finally(() => {
      isDone = true;
    });
    // What comes before takes real time; nothing after it takes time of this clock.
    await until(() => registered.mock.calls.length > 0);
    await elapse(2_000);
    await until(() => isDone);
    expect(isDone).toBe(true);
    await (await creating).choose().reward(1);
    await elapse(120_000);
    expect(bits()).toEqual([1]);
    stopTimers();
  },
);
