// createBandit where a server renders a page: the address that pages use is none there.
import { expect, test } from 'vitest';
import { failure, open, ScriptedCollector } from './client-support.js';
import { badArgument } from './refusals.js';

test('a relative endpoint is refused outside of a page, and nothing is asked for', async () => {
  const collector = new ScriptedCollector();
  const error = await failure(open(collector, { endpoint: '/collector' }));
  expect(error).toMatchObject(badArgument('endpoint'));
  expect((error as Error).message).toContain('absolute outside a page');
  expect(collector.requests).toEqual([]);
});
