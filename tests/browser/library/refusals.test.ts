// Every refusal is seen in the page, with its code and what to do: through a real Express, and where there is no
// answer at all.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createVisitsCollector, type Harbour, openHarbour } from '../page-life/collector.js';
import { ask, openLab, told } from '../page-life/lab.js';
import { kDist, kPages } from '../page-life/paths.js';
import { type Started, setUpsOf, start } from '../page-life/set-ups.js';
import { openSite, type VisitedSite } from '../page-life/site.js';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const kPrivacy = { epsilon: 1, epsilonTotal: 50 };
/** What a page is told first: it has an option, so creation does not reject. */
const first = (page: Parameters<typeof told>[0]) => told(page, () => true, 'why');
const kSmall = setUpsOf('chromium', 'firefox', 'webkit');

describe.each(kSmall.map((setUp) => [setUp.browser, setUp] as const))('%s', (_name, setUp) => {
  let started: Started;
  let site: VisitedSite;
  const closing: (() => PromiseLike<unknown>)[] = [];

  beforeAll(async () => {
    site = await openSite(kPages, kDist, 2);
    started = await start(setUp);
  });
  afterAll(async () => {
    await started.close();
    await site.close();
    for (const close of closing) await close();
  });

  const listen = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const harbour = async (origins: readonly string[]): Promise<Harbour> => {
    const opened = await openHarbour({ origins, dist: kDist, epsilon: kPrivacy.epsilon });
    closing.push(opened.close);
    return opened;
  };
  const visit = (endpoint: string, experiment = 'visits') => {
    site.connect(new URL(endpoint).origin);
    return openLab(started.browser, site.origins[0] as string, {
      endpoint,
      experiment,
      privacy: kPrivacy,
    });
  };

  it('says body_consumed where express.json() stands before the collector', async () => {
    const collector = await createVisitsCollector({
      origins: site.origins,
      dist: kDist,
      epsilon: kPrivacy.epsilon,
    });
    closing.push(() => collector[Symbol.asyncDispose]());
    const app = express();
    app.use(express.json());
    app.use('/collector', getRequestListener(collector.fetch, { overrideGlobalObjects: false }));
    const { page, refusal } = await visit(`${await listen(app)}/collector`);
    expect(refusal).toBeNull();
    await ask(page, (lab) => lab.decide(1));
    await ask(page, (lab) => lab.flush());
    const error = await told(page, ({ details }) => details['problem'] === 'body_consumed', 'it');
    expect(error).toMatchObject({ code: 'transport', details: { status: 500 } });
    expect(error.message).toContain('express.json()');
  });

  it('says not_json where a site answers with a page', async () => {
    const app = express();
    app.use((request, response) => {
      response.set('access-control-allow-origin', request.get('origin') ?? '*');
      response.send('<!doctype html><title>Welcome</title>');
    });
    const { page } = await visit(`${await listen(app)}/collector`);
    expect(await first(page)).toMatchObject({ code: 'transport', details: { cause: 'not_json' } });
  });

  it('says 404 on a wrong path of an Express that lets the page read it', async () => {
    const app = express();
    app.use((_request, response, next) => {
      response.set('access-control-allow-origin', '*');
      next();
    });
    const { page } = await visit(`${await listen(app)}/wrong`);
    const error = await first(page);
    expect(error).toMatchObject({ code: 'transport', details: { status: 404 } });
    expect(error.message).toContain('`endpoint`');
  });

  it('says unknown_experiment', async () => {
    const { page, refusal } = await visit((await harbour(site.origins)).endpoint, 'posters');
    expect(refusal).toBeNull(); // the page has an option all the same
    expect(await first(page)).toMatchObject({
      code: 'unknown_experiment',
      details: { status: 404 },
    });
  });

  it('says unreachable when the collector is down, at creation and later', async () => {
    const opened = await openHarbour({ origins: site.origins, dist: kDist, epsilon: 1 });
    const { page, refusal } = await visit(opened.endpoint);
    expect(refusal).toBeNull();
    await opened.close();
    await ask(page, (lab) => lab.decide(1));
    expect(await ask(page, (lab) => lab.flush())).toMatchObject({ pending: 1, rejected: 0 });
    const isDown = ({ details }: { details: object }) =>
      (details as { cause?: string }).cause === 'unreachable';
    expect(await told(page, isDown, 'the failure')).toMatchObject({ code: 'transport' });

    const second = await visit(opened.endpoint);
    expect(await first(second.page)).toMatchObject({
      code: 'transport',
      details: { cause: 'unreachable' },
    });
  });

  it('says cors when the collector does not know the origin of the page', async () => {
    const { page } = await visit((await harbour(['https://elsewhere.example'])).endpoint);
    const error = await first(page);
    expect(error).toMatchObject({ code: 'transport', details: { cause: 'cors' } });
    expect(error.message).toContain(site.origins[0]);
  });

  it('says csp when the policy of the page has no connect-src for the collector', async () => {
    const { endpoint } = await harbour(site.origins);
    site.connect('https://elsewhere.example');
    const { page } = await openLab(started.browser, site.origins[1] as string, {
      endpoint,
      privacy: kPrivacy,
    });
    const error = await first(page);
    expect(error).toMatchObject({ code: 'transport', details: { cause: 'csp' } });
    expect(error.message).toContain(`add ${endpoint} to its connect-src`);
  });

  it('drops a report that the collector refuses for good, and says report_rejected', async () => {
    let collector = await createVisitsCollector({ origins: site.origins, dist: kDist, epsilon: 1 });
    closing.push(() => collector[Symbol.asyncDispose]());
    const app = express();
    app.use(
      '/collector',
      getRequestListener((request) => collector.fetch(request), { overrideGlobalObjects: false }),
    );
    const { page, refusal } = await visit(`${await listen(app)}/collector`);
    expect(refusal).toBeNull();
    await ask(page, (lab) => lab.decide(1));
    // Another experiment under the same name: it takes integers where this page sends a bit.
    collector = await createVisitsCollector({
      origins: site.origins,
      dist: kDist,
      epsilon: 1,
      algorithm: { type: 'weighted-ldp-ucb-laplace', arms: 3 },
    });
    expect(await ask(page, (lab) => lab.flush())).toMatchObject({ rejected: 1, pending: 0 });
    const error = await told(page, ({ code }) => code === 'report_rejected', 'the refusal');
    expect(error.details).toMatchObject({ status: 400, problem: 'report_rejected' });
  });
});
