/**
 * Counts what the figures of /how/ begin with, by the same code that counts in the browser: so the page can
 * be read without script, and no number on it was typed by hand.
 */
import { askCrowds } from '../src/how/crowds.js';
import { learn } from '../src/how/learning.js';
import { spendDays } from '../src/how/ledger-days.js';
import {
  BEGIN,
  type Crowd,
  type Curves,
  type HowStart,
  type Lost,
  regretSpec,
  SIZES,
  serviceSpec,
} from '../src/how/scenes.js';
import { serve } from '../src/how/service.js';
import { simulate } from '../src/how/simulate.js';

export async function count() {
  return { start: short(await scenes()) };
}

async function scenes(): Promise<HowStart> {
  const { epsilon, perDay, visitors } = BEGIN;
  let crowd: Crowd | undefined;
  const estimates: number[][] = SIZES.map(() => []);
  for await (const asked of askCrowds({ epsilon, sizes: SIZES, crowds: BEGIN.crowds })) {
    estimates[SIZES.indexOf(asked.people as (typeof SIZES)[number])]?.push(asked.mean);
    if (asked.people === BEGIN.people) crowd ??= asked;
  }
  if (!crowd) throw new Error('how start: no crowd has answered');
  return {
    crowd,
    estimates,
    lessons: await last(learn({ epsilon, visitors })),
    regret: await last(simulate(regretSpec(epsilon))),
    services: await last(serve({ visitors })),
    serviceLost: lostIn(await last(simulate(serviceSpec()))),
    months: await last(spendDays({ epsilon, perDay })),
  };
}

const lostIn = ({ curves }: Curves): Lost =>
  Object.fromEntries(curves.map(({ label, mean }) => [label, mean.at(-1) ?? 0]));

async function last<T>(values: AsyncIterable<T>): Promise<T> {
  let value: T | undefined;
  for await (value of values);
  if (value === undefined) throw new Error('how start: a scene has counted nothing');
  return value;
}

/** Six digits are more than a figure can show, and a third of the bytes. */
function short(start: HowStart): HowStart {
  const text = JSON.stringify(start, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value,
  );
  return JSON.parse(text) as HowStart;
}
