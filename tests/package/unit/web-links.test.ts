// Runs as links of the site.
import { encodeSpec, LdpError, type SimulationSpec } from 'ldp-bandits/simulation';
import { expect, test } from 'vitest';
import { fragmentOf, readFragment } from '../../../web/src/runs/share.js';
import { reasonOf, spec } from './simulation-support.js';

test('a link gives back the specs that it was made of', async () => {
  const shared = { specs: [spec], figure: null, digests: ['sha256-a'] };
  expect(await readFragment(await fragmentOf(shared))).toEqual(shared);
  expect(await readFragment('#section')).toBeNull();
});

test('a link to a run with code of its author says that the code is missing', async () => {
  const own: SimulationSpec = {
    ...spec,
    runs: [{ label: 'a', policy: { type: 'own', name: 'mine' } }],
  };
  const error = await reasonOf(readFragment(`#s=${await encodeSpec(own)}`));
  expect(LdpError.is(error, 'spec_invalid')).toBe(true);
  expect((error as LdpError).message).toContain('code of its author');
});
