// Workers that die, hang or never start: the bits stay the same, or the run says that it failed.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSimulator, type Simulator, type WorkerLike } from 'ldp-bandits/simulation';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pause, scriptFolder, watchedWorkers, workerFile } from './pool-support.js';
import { endless, reasonOf, spec } from './simulation-support.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scripts = scriptFolder();
const failed = { name: 'LdpError', code: 'worker_failed' };
const kEmptyModule = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const long = { ...spec, horizon: 300_000 };
let digest: string;
beforeAll(async () => {
  await using simulator = await createSimulator();
  digest = (await simulator.run(long).result).digest;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Rounds are being played. */
async function playing(run: ReturnType<Simulator['run']>): Promise<void> {
  const events = run[Symbol.asyncIterator]();
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.type === 'progress' && next.value.done > 0) return;
  }
}

describe('a worker that dies in the middle of its work', () => {
  test('is replaced once, its work is done again, and the bits are the same', async () => {
    const { workers, spawn } = watchedWorkers();
    await using simulator = await createSimulator({ workers: 2, spawn });
    const run = simulator.run(long);
    await playing(run);
    await workers[1]?.terminate();
    const result = await run.result;
    expect(result).toMatchObject({ digest, partial: false });
    expect(workers.length).toBe(3);
  });

  test('fails the run the second time; what is known stays, marked partial, and the next run is whole', async () => {
    const { workers, spawn } = watchedWorkers();
    await using simulator = await createSimulator({ workers: 1, spawn });
    const run = simulator.run(endless);
    await playing(run);
    await workers[0]?.terminate();
    while (workers.length < 2) await pause(5);
    await playing(run);
    await pause(200);
    await workers[1]?.terminate();
    expect(await reasonOf(run.result)).toMatchObject(failed);
    expect(run.latest?.partial).toBe(true);
    expect((await simulator.run(long).result).digest).toBe(digest);
  });

  test('by an exception of its own as well', async () => {
    const throwing = scripts.spoilt(
      'throwing',
      `setTimeout(() => { throw new Error('boom'); }, 60);`,
    );
    const { workers, spawn } = watchedWorkers((nth) => (nth === 0 ? throwing : workerFile));
    await using simulator = await createSimulator({ workers: 1, spawn });
    const result = await simulator.run(long).result;
    expect(result.digest).toBe(digest);
    expect(workers.length).toBe(2);
  });

  test('fails both runs that it played if it dies twice', async () => {
    const throwing = scripts.spoilt(
      'always',
      `port.on('message', ({ type }) => { if (type === 'play') setTimeout(() => { throw new Error('boom'); }, 20); });`,
    );
    const { spawn } = watchedWorkers(() => throwing);
    await using simulator = await createSimulator({ workers: 1, spawn });
    const runs = [simulator.run(endless), simulator.run(endless)];
    for (const { result } of runs) expect(await reasonOf(result)).toMatchObject(failed);
  });
});

describe('a worker that hangs', () => {
  const hang = `port.on('message', ({ type }) => { if (type === 'play') for (;;); });`;

  test('does not hold up a cancel', async () => {
    const hanging = scripts.spoilt('hanging', hang);
    const { spawn } = watchedWorkers(() => hanging);
    await using simulator = await createSimulator({ workers: 1, spawn });
    const run = simulator.run(endless);
    await pause(50);
    const start = performance.now();
    await run[Symbol.asyncDispose]();
    // A quarter of a second, and what a busy machine adds.
    expect(performance.now() - start).toBeLessThan(1_500);
    expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });
  });

  test('is not ended while the next run waits for it, which would lose both its workers', async () => {
    const slow = scripts.spoilt(
      'slow',
      `let first = true;
      port.on('message', ({ type }) => {
        if (type !== 'play' || !first) return;
        first = false;
        const end = Date.now() + 800;
        while (Date.now() < end);
      });`,
    );
    const { workers, spawn } = watchedWorkers(() => slow);
    let plays = 0;
    const counted = () => {
      const worker = spawn();
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message: { readonly type: string }) => {
        if (message.type === 'play') plays += 1;
        post(message);
      };
      return worker;
    };
    await using simulator = await createSimulator({ workers: 2, spawn: counted });
    const stop = new AbortController();
    const run = simulator.run(endless, { signal: stop.signal });
    while (plays < 2) await pause(5);
    await pause(20);
    stop.abort();
    const next = simulator.run(long);
    expect((await next.result).digest).toBe(digest);
    expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });
    expect(workers.length).toBe(2);
  });

  test('is taken for dead after ten seconds of silence', async () => {
    const hanging = scripts.spoilt('silent', hang);
    const { workers, spawn } = watchedWorkers((nth) => (nth === 0 ? hanging : workerFile));
    await using simulator = await createSimulator({ workers: 1, spawn });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const run = simulator.run(long);
    await pause(50);
    vi.advanceTimersByTime(9_900);
    expect(workers.length).toBe(1);
    vi.advanceTimersByTime(2_700);
    vi.useRealTimers();
    expect((await run.result).digest).toBe(digest);
    expect(workers.length).toBe(2);
  });
});

/** Starts at once, plays for ever or answers as it is told to, stops when told to. */
function idleWorker(
  answers: (type: string) => object | undefined = () => undefined,
): WorkerLike & { addEventListener(type: string, listener: Listener): void } {
  const listeners: Listener[] = [];
  const tell = (data: object) =>
    queueMicrotask(() => {
      for (const hear of listeners) hear({ data });
    });
  return {
    addEventListener(type, listener) {
      if (type === 'message') listeners.push(listener);
    },
    postMessage(message) {
      const { type, id } = message as { readonly type: string; readonly id: number };
      const answer = answers(type);
      if (answer) return tell({ id, ...answer });
      if (type === 'load') tell({ type: 'ready', protocol: 4 });
      if (type === 'stop') tell({ type: 'stopped', id });
    },
    terminate() {},
  };
}
type Listener = (event: { readonly data: object }) => void;

test('a cancel is heard at whatever moment it comes', async () => {
  await using simulator = await createSimulator({ workers: 1, spawn: () => idleWorker() });
  for (let moment = 0; moment < 30; moment += 1) {
    const stop = new AbortController();
    const run = simulator.run(endless, { signal: stop.signal });
    // The first piece is on its way when the clock is looked at for the first time.
    const clock = vi.spyOn(performance, 'now').mockImplementationOnce(() => {
      let left = moment;
      const wait = () => (left-- > 0 ? queueMicrotask(wait) : stop.abort());
      wait();
      return 0;
    });
    const answer = await Promise.race([reasonOf(run.result), pause(500)]);
    clock.mockRestore();
    expect(answer, `after ${moment} microtasks`).toMatchObject({ name: 'AbortError' });
  }
});

describe('an error that a worker tells of', () => {
  const error = { code: 'spec_invalid', message: 'no such law', details: { parameter: 'noise' } };

  test('has the code and the details that it had there, and fails the run', async () => {
    let workers = 0;
    const spawn = () => {
      workers += 1;
      return idleWorker((type) =>
        type === 'play' ? { type: 'failed', error, dead: false } : undefined,
      );
    };
    await using simulator = await createSimulator({ workers: 1, spawn });
    expect(await reasonOf(simulator.run(long).result)).toMatchObject({
      name: 'LdpError',
      ...error,
    });
    expect(workers).toBe(1);
  });

  test('of one that cannot go on leads to another worker', async () => {
    const { spawn } = watchedWorkers();
    let workers = 0;
    const dying = () =>
      idleWorker((type) => (type === 'play' ? { type: 'failed', error, dead: true } : undefined));
    await using simulator = await createSimulator({
      workers: 1,
      spawn: () => (workers++ === 0 ? dying() : spawn()),
    });
    expect((await simulator.run(long).result).digest).toBe(digest);
    expect(workers).toBe(2);
  });

  test('while it starts is why createSimulator rejects', async () => {
    const unloaded = { type: 'unloaded', error: { ...error, code: null } };
    const spawn = () => idleWorker((type) => (type === 'load' ? unloaded : undefined));
    const reason = await reasonOf(createSimulator({ workers: 1, spawn }));
    expect(reason).toMatchObject(failed);
    expect((reason as Error).message).toContain('no such law');
  });

  test.each([
    [{ type: 'ping' }, { type: 'pong' }],
    [
      { type: 'play', id: 7, job: 3, unit: { run: 0, first: 0, replicates: 1 }, preview: false },
      { type: 'failed', id: 7, error: { code: null, message: 'no such job' }, dead: false },
    ],
    [
      { type: 'load', module: new WebAssembly.Module(kEmptyModule) },
      { type: 'unloaded', error: { details: {} } },
    ],
  ])('%o is answered', async (message, answer) => {
    const worker = watchedWorkers().spawn();
    const heard = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage(message);
    expect(await heard).toMatchObject(answer);
    await worker.terminate();
  });
});

describe('a worker that does not start', () => {
  test.each([
    ['no such file', () => new URL('file:///nowhere/worker.js')],
    ['a script that ends', () => scripts.foreign('ending', 'process.exit(0);')],
    [
      'another version of the package',
      () =>
        scripts.foreign(
          'other',
          `port.on('message', () => port.postMessage({ type: 'ready', protocol: 0 }));`,
        ),
    ],
  ])('%s: createSimulator rejects and says what to look at', async (_, file) => {
    const { spawn } = watchedWorkers(file);
    const reason = await reasonOf(createSimulator({ workers: 2, spawn }));
    expect(reason).toMatchObject(failed);
    expect((reason as Error).message).toContain('ldp-bandits/simulation/worker');
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['returns nothing', () => undefined],
    ['returns something else', () => ({ postMessage() {}, terminate() {} })],
  ])('because spawn %s', async (_, spawn) => {
    expect(await reasonOf(createSimulator({ spawn: spawn as never }))).toMatchObject(failed);
  });

  test('does not hold up an abort of createSimulator', async () => {
    const stop = new AbortController();
    const mute: WorkerLike = { ...idleWorker(), postMessage() {} };
    const creating = createSimulator({ workers: 1, spawn: () => mute, signal: stop.signal });
    await pause(20);
    stop.abort();
    expect(await Promise.race([reasonOf(creating), pause(1_000)])).toMatchObject({
      name: 'AbortError',
    });
  });

  test('fails the run that needs it, if the first one could', async () => {
    const { spawn } = watchedWorkers((nth) =>
      nth === 0 ? workerFile : new URL('file:///nowhere/worker.js'),
    );
    await using simulator = await createSimulator({ workers: 2, spawn });
    expect(await reasonOf(simulator.run(long).result)).toMatchObject(failed);
  });
});

test('idle workers do not keep a process alive that forgot to dispose', async () => {
  const entry = join(import.meta.dirname, '../../../dist/simulation/index.js');
  const program = `
    import { createSimulator } from ${JSON.stringify(entry)};
    const simulator = await createSimulator({ workers: 2 });
    const { digest } = await simulator.run(${JSON.stringify(spec)}).result;
    console.log(digest);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { timeout: 20_000 },
  );
  expect(stdout).toMatch(/^sha256-/);
});
