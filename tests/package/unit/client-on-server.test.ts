// createBandit where a server renders a page: it says that this is the wrong place, once.
import { afterEach, expect, test, vi } from 'vitest';
import { TestPage } from './client-page-support.js';
import { failure, open, ScriptedCollector } from './client-support.js';
import { badArgument } from './refusals.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a relative endpoint on a server is refused with what the server should do', async () => {
  const error = await failure(open(new ScriptedCollector(), { endpoint: '/collector' }));
  expect(error).toMatchObject(badArgument('endpoint'));
  expect((error as Error).message).toContain('its pages do, with collector.bootstrap()');
});

test('a server of Next is warned once; a test in Node and a page are not', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const opened = async () => (await open(new ScriptedCollector())).dispose();
  await opened();
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  new TestPage().show();
  await opened();
  expect(warn).not.toHaveBeenCalled();
  vi.stubGlobal('document', undefined);
  await opened();
  await opened();
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toContain('where no visitor sees or answers what it chooses');
});
