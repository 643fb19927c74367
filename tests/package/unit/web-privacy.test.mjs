/** What the site says of a loss is what `explain` says, at every ε that a visitor can choose, with its condition. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from 'ldp-bandits/explain';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/lib/run.mjs';
import { findClaims } from '../../../scripts/lib/words/privacy-claims.mjs';
import { visibleText } from '../../../scripts/lib/words/visible-text.mjs';
import { EpsilonPanel } from '../../../web/src/device/epsilon-panel.js';
import { Account } from '../../../web/src/device/ledger.js';
import { budget } from '../../../web/src/device/state.js';
import { BudgetScene } from '../../../web/src/how/budget-scene.js';
import { CoinScene } from '../../../web/src/how/coin-scene.js';
import { GameScene } from '../../../web/src/how/game/game-scene.js';
import { LimitNumbers, numbersInText } from '../../../web/src/limits/numbers.js';
import { Tell } from '../../../web/src/server/frame.js';
import { EPSILON_TOTAL, STOPS } from '../../../web/src/shared/experiment.js';
import { wishedEpsilon } from '../../../web/src/shared/selection.js';
import { meaningOf, notice } from '../../../web/src/start/meaning.js';

const pure = (epsilon, prior, about) => explain({ epsilon, delta: 0 }, prior, about);
/** As a reader sees it. Fails where something is claimed without its condition. */
function shown(html) {
  const text = visibleText(`<body>${html}</body>`);
  expect(findClaims(text)).toEqual([]);
  return text;
}
const render = (Component, props = {}) => shown(renderToString(h(Component, props)));
const page = (file) => readFileSync(join(root, file), 'utf8');

test.each([...STOPS, 0.3, 3.3])('a demo’s panels at ε = %s', (epsilon) => {
  wishedEpsilon.value = epsilon;
  const panel = render(EpsilonPanel, {
    ...{ stops: STOPS, pictures: [], about: 'at your answer' },
    ...{ factor: 4.7, price: 'to learn as much' },
  });
  expect(panel).toContain(pure(epsilon).sentences.odds);
  expect(panel).toContain(
    `at most ${pure(epsilon).texts.guess} of guesses at your answer are right, from even odds.`,
  );
});

test.each(STOPS)('the server’s panel at ε = %s', (epsilon) => {
  wishedEpsilon.value = epsilon;
  expect(render(Tell)).toContain(
    `right at most ${pure(epsilon).texts.guess} of the time from even odds`,
  );
});

test.each([
  [1, 1],
  [3, 0.75],
  [8, 8],
])('the ledger’s panel after %d reports and ε = %d', (reports, epsilon) => {
  const limit = { epsilon: 8, delta: 0 };
  budget.value = { ...budget.value, spent: { epsilon, delta: 0 }, limit, reports, durable: true };
  expect(render(Account)).toContain(pure(epsilon, 0.5, { reports }).sentences.odds);
});

test('the ledger’s panel before the first report claims nothing', () => {
  budget.value = { ...budget.value, spent: { epsilon: 0, delta: 0 }, reports: 0 };
  expect(render(Account)).not.toMatch(/odds/);
});

describe('/limits/', () => {
  test('the table', () => {
    const text = render(LimitNumbers);
    expect(text).toMatch(/^Someone who gave one secret even odds is right at most this often/);
    for (const stop of STOPS)
      for (const count of [1, 2, 3, 8, 20])
        if (stop * count <= EPSILON_TOTAL)
          expect(text).toContain(` ${pure(stop * count).texts.guess} `);
  });

  test('the sentences', () => {
    const { sentences } = pure(1, 0.02);
    const numbers = numbersInText();
    expect(numbers['limit-odds']).toBe(sentences.odds);
    expect(numbers['limit-belief']).toBe(sentences.belief);
    const html = page('web/limits/index.html');
    for (const id of Object.keys(numbers)) expect(html).toContain(`id="${id}"`);
  });
});

describe('/how/', () => {
  test('the coin', () => {
    const { odds, guess } = pure(1).sentences;
    expect(render(CoinScene)).toContain(`${odds} ${guess}`);
  });

  test('the game', () => {
    expect(render(GameScene)).toContain(
      `From even odds at most ${pure(1).texts.guess} right on average`,
    );
  });

  test.each([0.5, 8, 240])('a month that costs ε = %d', (epsilon) => {
    const month = { renewal: null, sent: 1, withheld: 0, spent: [epsilon], lifetime: [epsilon] };
    expect(render(BudgetScene, { start: { months: [month] } })).toContain(
      `at most ${pure(epsilon).texts.odds} times`,
    );
  });
});

describe('/start/', () => {
  test.each([
    [0.25, 0.02],
    [1, 0.02],
    [1, 0.4],
    [4, 0.001],
  ])('ε = %d and a rate of %d', (epsilon, rate) => {
    const { odds, belief } = pure(epsilon, rate).sentences;
    expect(shown(meaningOf({ epsilon, rate }))).toBe(`${odds} ${belief}`);
    const copied = shown(notice({ epsilon, rate, see: 'click' }));
    expect(copied).toContain(`${odds} ${belief}`);
    expect(copied).toContain(pure(8 * epsilon, 0.5, { reports: 8 }).sentences.odds);
  });

  test('without a rate: even odds', () => {
    const { odds, guess } = pure(2).sentences;
    expect(shown(notice({ epsilon: 2, see: 'value' }))).toContain(`${odds} ${guess}`);
  });
});

describe('the pages’ own words', () => {
  test('name the numbers of ε = 1', () => {
    const { odds } = pure(1).sentences;
    expect(shown(page('web/index.html'))).toContain(`At ε 1 a${odds.slice(1)}`);
    expect(shown(page('web/how/index.html'))).toContain(
      `at ε 1 and even odds you are right at most ${pure(1).texts.guess} of the time.`,
    );
  });

  test.each([
    ['web/index.html'],
    ['web/demos/index.html'],
    ['web/demos/personal/index.html'],
    ['web/limits/index.html'],
    ['web/start/index.html'],
  ])('%s', (file) => {
    expect(findClaims(page(file))).toEqual([]);
  });
});
