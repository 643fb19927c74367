// The admin API: who may call it, and what it changes while collectors run.
import { describe, expect, test } from 'vitest';
import { EXPERIMENT, folder, serve, TOKEN, until } from './serve-support.js';
import { report } from './server-support.js';

const put = (value: object): RequestInit => ({ method: 'PUT', body: JSON.stringify(value) });
const post: RequestInit = { method: 'POST' };

describe('the admin API', () => {
  test('answers nothing without the token', async () => {
    const { admin } = await serve(folder());
    const paths = ['/admin/results', '/admin/experiments', '/admin/experiments/demo/state'];
    for (const path of paths) {
      for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
        const response = await fetch(admin + path, { headers: { authorization } });
        expect([path, authorization, response.ok]).toEqual([path, authorization, false]);
        expect(await response.text()).not.toContain('demo');
      }
    }
  });

  test('defines, changes, removes, and refuses another algorithm naming both', async () => {
    const { ask, url } = await serve(folder());
    const path = '/admin/experiments/cards';
    expect((await ask(path, put(EXPERIMENT))).status).toBe(201);
    const labels = ['a', 'b', 'c'];
    expect((await ask(path, put({ ...EXPERIMENT, labels }))).status).toBe(200);
    expect((await (await fetch(`${url}/cards`)).json()).labels).toEqual(labels);

    const other = { ...EXPERIMENT, algorithm: { type: 'ldp-thompson', arms: 3 } };
    const refused = await ask(path, put(other));
    expect(refused.status).toBe(400);
    expect((await refused.json()).detail).toMatch(/weighted-ldp-ucb.*ldp-thompson/);
    expect((await (await fetch(`${url}/cards`)).json()).algorithm.type).toBe('weighted-ldp-ucb');

    expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${url}/cards`)).status).toBe(404);
    expect((await ask(path)).status).toBe(404);
  });

  test('says which member is wrong and which one was meant', async () => {
    const { ask } = await serve(folder());
    const refusal = async (value: object) =>
      (await (await ask('/admin/experiments/x', put(value))).json()).detail;
    expect(await refusal({ ...EXPERIMENT, label: [] })).toMatch(
      /experiments\.x\.label: not known here\. Did you mean "labels"\?/,
    );
    expect(await refusal({ ...EXPERIMENT, perReport: { epsilon: 99 } })).toMatch(
      /experiments\.x\.perReport\.epsilon: must be a number from .*, got 99/,
    );
    expect(await refusal({ ...EXPERIMENT, control: 'nowhere' })).toMatch(/experiments\.x\.control/);
  });

  test('resets, ends and resumes', async () => {
    const { ask, report: send, url } = await serve(folder());
    expect((await send(report({ arm: 2 }))).status).toBe(202);
    await until('a snapshot', async () => {
      const { reports } = await (await ask('/admin/experiments/demo/results')).json();
      return reports === 1;
    });
    const ended = await ask('/admin/experiments/demo/end', { ...post, body: '{"answer": 1}' });
    expect(ended.status).toBe(200);
    expect(await (await fetch(`${url}/demo/snapshot`)).json()).toMatchObject({ ended: true });
    expect((await ask('/admin/experiments/demo/resume', post)).status).toBe(200);
    expect(await (await fetch(`${url}/demo/snapshot`)).json()).not.toHaveProperty('ended');
    expect((await ask('/admin/experiments/demo/reset', post)).status).toBe(200);
    expect(await (await fetch(`${url}/demo/snapshot`)).json()).toMatchObject({ reports: 0 });
  });

  test('what it defines and archives, the other collector over the store does too', async () => {
    const cwd = folder();
    const [one, two] = [await serve(cwd), await serve(cwd)];
    expect((await one.ask('/admin/experiments/cards', put(EXPERIMENT))).status).toBe(201);
    await until('cards at the other', async () => (await fetch(`${two.url}/cards`)).ok);
    expect((await two.report(report(), 'cards')).status).toBe(202);
    const archived = await one.ask('/admin/experiments/cards/archive', post);
    const state = new Uint8Array(await archived.arrayBuffer());
    expect([archived.status, state.length > 100]).toEqual([200, true]);
    await until('gone', async () => (await fetch(`${two.url}/cards`)).status === 404);
    expect((await fetch(`${one.url}/cards`)).status).toBe(404);
  });

  test('an experiment that was archived stays away where the config still names it', async () => {
    const cwd = folder();
    const first = await serve(cwd);
    expect((await first.ask('/admin/experiments/demo/archive', post)).status).toBe(200);
    first.child.kill('SIGTERM');
    await first.exit;
    const second = await serve(cwd);
    expect((await fetch(`${second.url}/demo`)).status).toBe(404);
    const line = second.lines().find(({ event }) => event === 'experiment_gone');
    expect(line).toMatchObject({ experiment: 'demo', gone: 'archived' });
    expect((await second.ask('/admin/experiments/demo', put(EXPERIMENT))).status).toBe(201);
    expect((await fetch(`${second.url}/demo`)).status).toBe(200);
  });
});

describe('results', () => {
  test('are JSON and CSV with one row an option', async () => {
    const { ask, report: send } = await serve(folder());
    await send(report({ arm: 2 }));
    const [summary] = await (await ask('/admin/results')).json();
    expect(summary).toMatchObject({
      experiment: 'demo',
      algorithm: 'weighted-ldp-ucb',
      epsilon: 1,
    });
    expect(summary.options.map(({ label }: { label: string }) => label)).toEqual([
      ...['city', 'sea', 'forest'],
    ]);
    const csv = await (await ask('/admin/experiments/demo/results.csv')).text();
    const rows = csv.trim().split('\n');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^experiment,snapshot,reports,option,label/);
    expect(rows[3]).toContain(',forest,');
  });

  test('are a page whose policy lets it load nothing from elsewhere and be framed nowhere', async () => {
    const { admin } = await serve(folder());
    const page = await fetch(`${admin}/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    expect(html).not.toMatch(/\son\w+=|https?:\/\/|<style|style=/);
    for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      expect([path, (await fetch(admin + path)).status]).toEqual([path, 200]);
    }
  });
});
