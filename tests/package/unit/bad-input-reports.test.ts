// The spelling of a report, field by field, and reports that were cut off or sent again. Whole bodies, methods,
// sizes and content types: server-bad-input.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contents,
  type Fixture,
  kArms,
  openFixture,
  post,
  report,
  reportId,
} from './bad-input/server.js';

let fixture: Fixture;
let current = 0;
beforeAll(async () => {
  fixture = await openFixture();
  current = (await fixture.collector.snapshot('bits')).id;
});
afterAll(async () => {
  await fixture.collector[Symbol.asyncDispose]();
});

interface BadBody {
  readonly given: string;
  readonly body: () => string;
  readonly parameter?: string;
}

const good = () => report({ snapshot: current });
/** The report with one passage replaced. */
const edited = (from: string | RegExp, to: string) => () => good().replace(from, to);
const wrong = (parameter: string, given: string, body: () => string): BadBody => ({
  given: `${parameter}: ${given}`,
  body,
  parameter,
});

/** Not the one spelling of an integer. Those that begin like one are noticed at what should come next. */
const kSpellings: readonly (readonly [string, string])[] = [
  ['a string', '"1"'],
  ['null', 'null'],
  ['true', 'true'],
  ['nothing', ''],
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['BigInt', '1n'],
  ['-0', '-0'],
  ['+1', '+1'],
  ['01', '01'],
  ['1.0', '1.0'],
  ['1.5', '1.5'],
  ['1e0', '1e0'],
  ['0x1', '0x1'],
  ['-1', '-1'],
  ['2^32', '4294967296'],
  ['2^53 + 1', '9007199254740993'],
  ['2^64', '18446744073709551616'],
  ['a list', '[1]'],
  ['an object', '{}'],
];

const spelled = (field: string): BadBody[] =>
  kSpellings.map(([given, text]) => {
    const body = () => good().replace(new RegExp(`"${field}":\\d+`), `"${field}":${text}`);
    const row = wrong(field, given, body);
    return /^[01]\D/.test(text) ? { given: row.given, body } : row;
  });

const kFields: BadBody[] = [
  ...spelled('snapshot'),
  ...spelled('arm'),
  ...spelled('level'),
  ...spelled('bit'),
  wrong('arm', 'one too large', () => report({ snapshot: current, arm: kArms })),
  wrong('level', 'not in the menu', () => report({ snapshot: current, level: 1 })),
  wrong('bit', '2', () => report({ snapshot: current, bit: 2 })),
  wrong('bit', 'an integer report', () => report({ snapshot: current, noisy: 0 })),
  { given: 'no bit', body: edited(/,"bit":\d/, '') },
  wrong('v', 'version 2', edited('"v":1', '"v":2')),
  wrong('v', 'version "1"', edited('"v":1', '"v":"1"')),
  wrong('v', 'missing', edited('"v":1,', '')),
  wrong('id', 'one character short', () => report({ snapshot: current, id: reportId().slice(1) })),
  wrong('id', '15 bytes', () => report({ snapshot: current, id: 'A'.repeat(20) })),
  wrong('id', 'one character long', () => report({ snapshot: current, id: `${reportId()}A` })),
  wrong('id', 'not base64url', () => report({ snapshot: current, id: `${reportId().slice(2)}+/` })),
  wrong('id', 'padded', () => report({ snapshot: current, id: `${reportId()}==` })),
  // The last character carries 2 bits; with any of the other 4 set, one id would have 16 spellings.
  wrong('id', 'a second spelling', () =>
    report({ snapshot: current, id: `${reportId().slice(0, 21)}B` }),
  ),
  wrong('id', 'an escape', edited('"id":"', '"id":"\\u0041')),
];

describe('a collector refuses', () => {
  it.each(kFields.map((row) => [row.given, row] as const))('%s', async (_given, row) => {
    const before = await contents(fixture);
    const body = row.body();
    const answer = await post(fixture.collector, 'bits', body);
    const text = await answer.text();
    const problem = JSON.parse(text);
    expect([answer.status, problem.status, problem.code]).toEqual([400, 400, 'report_rejected']);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    // Nothing of the report comes back.
    expect(text).not.toContain(body.slice(5, 25));
    if (row.parameter !== undefined) expect(problem.parameter).toBe(row.parameter);
    expect(await contents(fixture)).toEqual(before);
  });
});

describe('a collector', () => {
  it('refuses a report that is cut off anywhere', async () => {
    const before = await contents(fixture);
    const whole = new TextEncoder().encode(good());
    for (let length = 0; length < whole.length; ++length) {
      const answer = await post(fixture.collector, 'bits', whole.slice(0, length));
      expect(answer.status, `first ${length} bytes`).toBe(400);
    }
    expect(await contents(fixture)).toEqual(before);
    const accepted = await post(fixture.collector, 'bits', whole);
    expect(await accepted.json()).toEqual({ accepted: 1, duplicate: 0 });
  });

  it('counts a replayed report once, alone, in a list and twice in one list', async () => {
    const replayed = report({ snapshot: current, id: reportId('replayed') });
    const first = await post(fixture.collector, 'bits', replayed);
    expect(await first.json()).toEqual({ accepted: 1, duplicate: 0 });
    const before = await contents(fixture);
    for (const [body, duplicate] of [
      [replayed, 1],
      [`[${replayed}]`, 1],
      [`[${replayed},${replayed}]`, 2],
    ] as const) {
      const answer = await post(fixture.collector, 'bits', body);
      expect(answer.status).toBe(202);
      expect(await answer.json()).toEqual({ accepted: 0, duplicate });
    }
    expect(await contents(fixture)).toEqual(before);
  });

  it('does not let a replay change what the first report said', async () => {
    const id = reportId('changed');
    const send = async (arm: number, bit: number) =>
      (await post(fixture.collector, 'bits', report({ snapshot: current, id, arm, bit }))).json();
    expect(await send(0, 0)).toEqual({ accepted: 1, duplicate: 0 });
    const before = await contents(fixture);
    expect(await send(2, 1)).toEqual({ accepted: 0, duplicate: 1 });
    expect(await contents(fixture)).toEqual(before);
  });

  it.each(['noisy', 'gaussian'])(
    'accepts the range of the mechanism of %s, and refuses 32 bits and what is no integer',
    async (name) => {
      const { id: snapshot } = await fixture.collector.snapshot(name);
      for (const noisy of [-45 * 1024, -1, 0, 46 * 1024]) {
        const answer = await post(fixture.collector, name, report({ snapshot, noisy }));
        expect(answer.status, `${noisy}`).toBe(202);
      }
      const before = await contents(fixture);
      const text = report({ snapshot, noisy: 0 });
      for (const noisy of [
        '-2147483648',
        '2147483647',
        '2147483648',
        '-0',
        '1.5',
        '1e3',
        '"1"',
        'null',
      ]) {
        const body = text.replace('"noisy":0', `"noisy":${noisy}`);
        expect((await post(fixture.collector, name, body)).status, noisy).toBe(400);
      }
      expect(await contents(fixture)).toEqual(before);
    },
  );

  it('refuses a bit where integers are sent, and an integer where bits are', async () => {
    const before = await contents(fixture);
    for (const [name, noisy] of [
      ['bits', 1],
      ['drawn', 1],
      ['noisy', undefined],
      ['gaussian', undefined],
    ] as const) {
      const fields = noisy === undefined ? {} : { noisy };
      const { id: snapshot } = await fixture.collector.snapshot(name);
      const answer = await post(fixture.collector, name, report({ snapshot, ...fields }));
      expect([answer.status, (await answer.json()).parameter]).toEqual([
        400,
        noisy === undefined ? 'noisy' : 'bit',
      ]);
    }
    expect(await contents(fixture)).toEqual(before);
  });
});
