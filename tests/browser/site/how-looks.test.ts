// What /how/ shows while the game is played and after two checks: no violation, and nothing is cut off.
import { describe, it, vi } from 'vitest';
import { waitFor } from '../support/browsers.js';
import { expectClean, look, useSite } from '../support/looks.js';
import { press } from '../support/site.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const kLooks = (['light', 'dark'] as const).flatMap((theme) =>
  [1280, 375].map((width) => ({ theme, width })),
);

const site = useSite();

describe.each(kLooks)('$theme at $width px', ({ theme, width }) => {
  it('a round of the game, a check that passes and one that fails', () =>
    site.withPage(look(theme, width), async (page) => {
      await page.goto(`${site.server.origin}/how/`);
      await page.locator('html.live').waitFor();
      await press(page, 'Play 20 rounds');
      await waitFor(
        page,
        () => document.querySelector('#how-game .game')?.textContent?.includes('Round 1 of 20'),
        null,
        'the first round',
      );
      await press(page, 'Draw 100,000 reports');
      await page.locator('.verdict-pass').waitFor({ timeout: 120_000 });
      await expectClean(page, 'after a check that passes');
      await page.locator('#check-client').selectOption('weak');
      await press(page, 'Draw 100,000 reports');
      await page.locator('.verdict-fail').waitFor({ timeout: 120_000 });
      await expectClean(page, 'after a check that fails');
    }));
});
