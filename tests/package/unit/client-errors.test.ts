// Failures are said aloud, told apart, and say what to do; nothing of a report is in them.
import type { LdpError } from 'ldp-bandits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ADDRESS,
  ALGORITHM,
  failure,
  open,
  parse,
  problem,
  record,
  ScriptedCollector,
  settle,
} from './client-support.js';
import { badArgument } from './refusals.js';

/** Where a page of these tests is, unless it says otherwise. */
const PAGE = new URL('https://shop.example/');
const DOWN = new TypeError('Failed to fetch');
let violations: EventTarget;

beforeEach(() => {
  violations = new EventTarget();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** As in a browser: with an address, and events of the policy. */
function bePage(location = PAGE, navigator: object = { onLine: true }): void {
  vi.stubGlobal('location', location);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', violations.addEventListener.bind(violations));
}

/** What the policy of a page says about a request. */
function violate(blockedURI: string, disposition = 'enforce'): void {
  const event = Object.assign(new Event('securitypolicyviolation'), { blockedURI, disposition });
  violations.dispatchEvent(event);
}

/** A new copy of the library, as a new page has one. */
async function newPage(fetch: (request: Request) => Promise<Response>, options: object = {}) {
  vi.resetModules();
  const { createBandit, memoryLedger } = await import('ldp-bandits');
  return createBandit({
    endpoint: ADDRESS.replace('/posters', ''),
    experiment: 'posters',
    algorithm: ALGORITHM,
    privacy: { epsilon: 1, epsilonTotal: 8 },
    ledger: memoryLedger(),
    fetch,
    ...options,
  });
}

async function refusal(
  fetch: (request: Request) => Promise<Response>,
  options: object = {},
): Promise<LdpError> {
  // The page has an option all the same, and asks again.
  const control = new AbortController();
  const error = await new Promise<LdpError>((resolve, reject) => {
    newPage(fetch, { onError: resolve, signal: control.signal, ...options }).catch(reject);
  });
  control.abort();
  return error;
}

const down = () => Promise.reject(DOWN);

describe('a request without an answer', () => {
  test('outside browsers is unreachable, and says how to find out why', async () => {
    const error = await refusal(down);
    expect(error).toMatchObject({ code: 'transport', retryable: true, cause: DOWN });
    expect(error.details['cause']).toBe('unreachable');
    expect(error.message).toContain('Open this address in a tab');
  });

  test('of a device without network is offline', async () => {
    bePage(PAGE, { onLine: false });
    const error = await refusal(down);
    expect(error.details['cause']).toBe('offline');
    expect(error.message).toContain('leave when it is online again');
  });

  test('after 30 seconds is a timeout', async () => {
    const asked: (number | undefined)[] = [];
    const real = setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => {
      asked.push(ms);
      return real(run, ms === 30_000 ? 0 : ms);
    });
    const never = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    const error = await refusal(never);
    expect(asked).toContain(30_000);
    expect(error.details['cause']).toBe('timeout');
    expect(error.message).toContain('30 seconds');
  });

  test('that something else cancelled is aborted', async () => {
    const cancelled = () => Promise.reject(new DOMException('', 'AbortError'));
    expect((await refusal(cancelled)).details['cause']).toBe('aborted');
  });

  test('from https to http is mixed content, and not worth another try', async () => {
    bePage();
    const error = await refusal(down, { endpoint: 'http://collector.example' });
    expect(error.details['cause']).toBe('mixed_content');
    expect(error.retryable).toBe(false);
    expect(error.message).toContain('serve the collector over https');
  });

  test.each([
    'http://localhost:8787',
    'http://127.0.0.1:8787',
    'http://a.localhost',
    'http://[::1]',
  ])('from https to %s is not mixed content', async (endpoint) => {
    bePage();
    expect((await refusal(down, { endpoint })).details['cause']).toBe('unreachable');
  });

  test.each([
    ['the address', ADDRESS],
    ['its origin, as after a redirect', new URL(ADDRESS).origin],
  ])('that the policy blocks, which names %s, is csp', async (_, blocked) => {
    bePage();
    const error = await refusal(async () => {
      setTimeout(() => violate(blocked), 5); // the event comes after the failure
      throw DOWN;
    });
    expect(error.details['cause']).toBe('csp');
    expect(error.retryable).toBe(false);
    expect(error.message).toContain('add https://collector.example to its connect-src');
  });

  test.each([
    ['of another address', 'https://elsewhere.example/', 'enforce'],
    ['of inline code', 'inline', 'enforce'],
    ['of nothing', '', 'enforce'],
    ['that is only reported', ADDRESS, 'report'],
  ])('is not csp for a violation %s', async (_, blocked, disposition) => {
    bePage();
    const error = await refusal(async () => {
      violate(blocked, disposition);
      throw DOWN;
    });
    expect(error.details['cause']).toBe('unreachable');
  });
});

describe('a collector that answers, but not to this page', () => {
  /** Answers only those who cannot read it. */
  function withoutCors() {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      if (request.mode === 'no-cors') return new Response();
      throw DOWN;
    };
    const probes = () => requests.filter(({ mode }) => mode === 'no-cors');
    return { fetch, requests, probes };
  }

  test('is cors, found by one request without credentials and referrer', async () => {
    bePage();
    const { fetch, probes } = withoutCors();
    const error = await refusal(fetch);
    expect(error.details['cause']).toBe('cors');
    expect(error.message).toContain('https://shop.example: add this origin to the option `cors`');
    expect(probes()).toHaveLength(1);
    expect(probes()[0]).toMatchObject({
      url: `${ADDRESS}?snapshot`,
      method: 'GET',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
  });

  test('is asked so once in the life of a page, however many bandits fail', async () => {
    bePage();
    const { fetch, probes } = withoutCors();
    vi.resetModules();
    const { createBandit } = await import('ldp-bandits');
    const another = () =>
      new Promise((resolve) => {
        void createBandit({
          endpoint: 'https://collector.example',
          experiment: 'posters',
          algorithm: ALGORITHM,
          privacy: { epsilon: 1, epsilonTotal: 8 },
          fetch,
          onError: resolve,
        });
      });
    for (const error of [...(await Promise.all([another(), another()])), await another()])
      expect(error).toMatchObject({ details: { cause: 'cors' } });
    expect(probes()).toHaveLength(1);
  });

  test('is not asked where page and collector have one origin', async () => {
    bePage(new URL('https://collector.example/page'));
    const { fetch, probes } = withoutCors();
    expect((await refusal(fetch)).details['cause']).toBe('unreachable');
    expect(probes()).toHaveLength(0);
  });

  test('is never asked because of a report or a snapshot', async () => {
    bePage();
    const collector = new ScriptedCollector();
    const errors: LdpError[] = [];
    const bandit = await newPage(collector.fetch, { onError: (e: LdpError) => errors.push(e) });
    bandit.choose();
    collector.down = DOWN;
    expect((await bandit.flush()).pending).toBe(1);
    expect(await failure(bandit.refresh())).toMatchObject({ details: { cause: 'unreachable' } });
    await vi.waitFor(() => expect(errors).toHaveLength(1));
    expect(errors[0]?.details['cause']).toBe('unreachable');
    expect(collector.requests.filter(({ mode }) => mode === 'no-cors')).toEqual([]);
  });
});

/** What `onError` hears of a report that is answered like this, and what flush says. */
async function refuse(answer: Response | ((body: string) => Response)) {
  const collector = new ScriptedCollector();
  const errors: LdpError[] = [];
  const bandit = await open(collector, { onError: (error) => void errors.push(error) });
  const reply = () =>
    typeof answer === 'function' ? answer(collector.bodies.at(-1) ?? '') : answer;
  collector.answers.push(reply);
  await bandit.choose().reward(1);
  const { rejected, pending } = await bandit.flush();
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  const [error] = errors as [LdpError];
  const { id } = parse(collector.bodies[0] ?? '{}');
  return { error, rejected, pending, id };
}

describe('a refusal of a report', () => {
  const url = `${ADDRESS}/reports`;

  test.each<[code: string, status: number, problem: string, more: object, final: boolean]>([
    ['report_rejected', 400, 'report_rejected', { parameter: 'bit' }, true],
    ['report_rejected', 409, 'stale_snapshot', {}, true],
    ['unknown_experiment', 404, 'unknown_experiment', {}, false],
    ['transport', 500, 'body_consumed', {}, false],
    ['transport', 503, 'busy', {}, false],
    ['transport', 503, 'epoch_full', {}, false],
    ['transport', 503, 'store_unavailable', {}, false],
    ['transport', 413, 'body_too_large', {}, false],
    ['transport', 415, 'unsupported_media_type', {}, false],
    // What only a collector's 4xx may end.
    ['transport', 500, 'report_rejected', {}, false],
  ])('is %s for %i %s, with what the collector says', async (code, status, name, more, final) => {
    const detail = 'A sentence that says what to do.';
    const { error, rejected, pending } = await refuse(problem(status, name, { detail, ...more }));
    expect(error.code).toBe(code);
    expect(error.details).toEqual({ url, status, problem: name, detail, ...more });
    expect(error.message).toContain(`${status} ${name}`);
    expect(error.message).toContain(detail);
    expect({ rejected, pending }).toEqual({ rejected: final ? 1 : 0, pending: final ? 0 : 1 });
  });

  test('without a detail says what to do all the same', async () => {
    const { error } = await refuse(problem(404, 'unknown_experiment'));
    expect(error.message).toContain('Add the experiment to the collector');
  });

  test.each<[string, Response, object, string]>([
    [
      'a plain 400 is something before it',
      new Response('', { status: 400 }),
      { status: 400 },
      'Mount the collector before',
    ],
    [
      'a plain 404 is a wrong path',
      new Response('<html>', { status: 404 }),
      { status: 404 },
      'Set `endpoint`',
    ],
    [
      'a login page is a wrong path',
      new Response('<html>'),
      { status: 200, cause: 'not_json' },
      'Set `endpoint`',
    ],
    [
      'a 403 asks for credentials',
      new Response('', { status: 403 }),
      { status: 403 },
      'without credentials',
    ],
    ['a 502 is a proxy', new Response('', { status: 502 }), { status: 502 }, 'a proxy'],
    [
      'a final code without its content type is no collector’s',
      Response.json({ code: 'report_rejected' }, { status: 400 }),
      { status: 400 },
      'Mount the collector before',
    ],
    [
      'a 429 says when to come back',
      new Response('', { status: 429, headers: { 'retry-after': '20' } }),
      { status: 429, retryAfterMs: 20_000 },
      'a proxy',
    ],
  ])('that is not the collector’s is retried: %s', async (_, answer, details, advice) => {
    const { error, rejected, pending } = await refuse(answer);
    expect(error.code).toBe('transport');
    expect(error.details).toEqual({ url, ...details });
    expect(error.message).toContain(advice);
    expect({ rejected, pending }).toEqual({ rejected: 0, pending: 1 });
  });

  test('is told without the id of the report, even if the collector repeats it, or much of anything', async () => {
    const { error, id } = await refuse((body) =>
      problem(400, 'report_rejected', {
        detail: `No such report: ${body}`,
        parameter: 'x'.repeat(501),
      }),
    );
    expect(Object.keys(error.details).sort()).toEqual(['problem', 'status', 'url']);
    expect(error.message).not.toContain(id);
  });
});

describe('onError', () => {
  test('hears of a snapshot that did not come, and the bandit begins without one', async () => {
    const collector = new ScriptedCollector();
    collector.snapshot = problem(503, 'store_unavailable', { detail: 'Wait.' });
    const errors: LdpError[] = [];
    const bandit = await open(collector, { onError: (error) => void errors.push(error) });
    expect(bandit.choose().policy).toBe('offline-uniform');
    expect(errors).toMatchObject([
      { code: 'transport', details: { problem: 'store_unavailable', detail: 'Wait.' } },
    ]);
  });

  test('hears what the events say, and what it throws stops nothing', async () => {
    const collector = new ScriptedCollector();
    const errors: LdpError[] = [];
    const bandit = await open(collector, {
      onError: (error) => {
        errors.push(error);
        throw new Error('a bug of the page');
      },
    });
    const events = record(bandit);
    collector.answers.push(problem(400, 'report_rejected'));
    bandit.choose();
    bandit.choose();
    expect(await bandit.flush()).toEqual({ accepted: 1, duplicate: 0, rejected: 1, pending: 0 });
    await vi.waitFor(() => expect(errors).toHaveLength(1));
    await settle();
    expect(events.flatMap((event) => (event.type === 'error' ? [event.error] : []))).toEqual(
      errors,
    );
  });

  test('is by default one warning for each code and problem or cause in a page', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const collector = new ScriptedCollector();
    const bandit = await newPage(collector.fetch);
    for (const name of ['busy', 'busy', 'epoch_full'])
      collector.answers.push(problem(503, name, { detail: 'Wait.' }));
    for (let i = 0; i < 3; i++) bandit.choose();
    await bandit.flush();
    collector.down = DOWN;
    await bandit.flush();
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(3));
    await settle();
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      `ldp-bandits: ${ADDRESS}/reports answered 503 busy: Wait. [transport]`,
      `ldp-bandits: ${ADDRESS}/reports answered 503 epoch_full: Wait. [transport]`,
      expect.stringMatching(/^ldp-bandits: No answer from .* \(unreachable\)\. Open /),
    ]);
  });
});

test('a total that pays for no report is refused at once, with what totals pay for', async () => {
  const collector = new ScriptedCollector();
  const error = await failure(open(collector, { privacy: { epsilon: 1, epsilonTotal: 0.5 } }));
  expect(error).toMatchObject(badArgument('privacy.epsilonTotal', { value: 0.5 }));
  expect((error as Error).message).toContain('8 pays for 8 reports');
  expect(collector.requests).toEqual([]);
});
