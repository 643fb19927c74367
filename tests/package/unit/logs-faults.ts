// Faults of logs that people have: the bytes, and what is right. Six rows of three arms unless a fault says otherwise.
import { gzipSync } from 'node:zlib';

/** Read whole: this many rows, and arms if not three. */
interface Whole {
  readonly rows: number;
  readonly arms?: readonly string[];
  /** Rows that are empty: their numbers. */
  readonly skipped?: readonly number[];
  readonly warning?: RegExp;
}
/** Refused: the row, if one is to blame (0: the header), and what the error says, the remedy among it. */
interface Refused {
  readonly row?: number;
  readonly says: RegExp;
}
export type Fault = readonly [name: string, bytes: string | Uint8Array, right: Whole | Refused];

const HEADER = 'arm,reward';
const ROWS = ['a,1', 'b,0', 'c,1', 'a,0', 'b,1', 'c,0'];
const csv = (rows: readonly string[], header = HEADER, end = '\n') =>
  [header, ...rows].map((row) => row + end).join('');
/** The log with its row from 1 replaced. */
const with_ = (row: number, ...by: string[]) =>
  csv([...ROWS.slice(0, row - 1), ...by, ...ROWS.slice(row)]);
const CLEAN = csv(ROWS);
const six = { rows: 6 };
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const reversed = (text: string) => Buffer.from(text, 'utf16le').swap16();
const joined = (...parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const spread = (delimiter: string) => CLEAN.replaceAll(',', delimiter);

const lineEnds: readonly Fault[] = [
  ['Unix', CLEAN, six],
  ['Windows', csv(ROWS, HEADER, '\r\n'), six],
  ['old Mac', csv(ROWS, HEADER, '\r'), six],
  ['none at the end', CLEAN.trimEnd(), six],
  ['a lone CR at the end', `${CLEAN.trimEnd()}\r`, six],
  ['Unix, then Windows', CLEAN + ROWS.map((row) => `${row}\r\n`).join(''), { rows: 12 }],
  [
    'Windows, then Unix',
    csv(ROWS, HEADER, '\r\n') + ROWS.map((row) => `${row}\n`).join(''),
    { rows: 12 },
  ],
  [
    'old Mac, then Unix',
    csv(ROWS, HEADER, '\r') + ROWS.map((row) => `${row}\n`).join(''),
    { rows: 12 },
  ],
  [
    'CR CR LF, of a text mode twice',
    csv(ROWS, HEADER, '\r\r\n'),
    { rows: 6, skipped: [1, 3, 5, 7, 9, 11, 13] },
  ],
];

const empty: readonly Fault[] = [
  ['an empty line in the middle', with_(3, '', 'c,1'), { rows: 6, skipped: [3] }],
  ['a line of spaces', with_(3, '   ', 'c,1'), { rows: 6, skipped: [3] }],
  ['a row of delimiters', with_(3, ',', 'c,1'), { rows: 6, skipped: [3] }],
  ['empty lines at the end', `${CLEAN}\n\n`, { rows: 6, skipped: [7, 8] }],
  ['empty lines above the header', `\n\n${CLEAN}`, six],
  ['nothing', '', { says: /has no rows\. A log needs a header line and at least one row/ }],
  ['a header alone', `${HEADER}\n`, { says: /has no rows/ }],
  ['a header and empty rows', `${HEADER}\n\n,\n`, { says: /has no rows, but 2 empty ones/ }],
  [
    'no header',
    ROWS.join('\n'),
    { says: /no column "item_id", "arm", "action".*the file has: "a", "1"/ },
  ],
  [
    'no header, all numbers',
    '1,1\n2,0\n',
    { says: /These are numbers: a log needs a header line/ },
  ],
];

const ragged: readonly Fault[] = [
  [
    'a row too long',
    with_(3, 'c,1,x'),
    { row: 3, says: /3 cells where the first line has 2.*quotation marks/ },
  ],
  ['a row too short', with_(3, 'c'), { row: 3, says: /1 cells where the first line has 2/ }],
  ['a delimiter at the end of a row', with_(3, 'c,1,'), { row: 3, says: /3 cells/ }],
  [
    'a delimiter at the end of every line',
    csv(
      ROWS.map((row) => `${row},`),
      `${HEADER},`,
    ),
    six,
  ],
  ['the last row cut off', `${CLEAN}a`, { row: 7, says: /1 cells/ }],
  [
    'row names that the header does not count',
    csv(ROWS.map((row, i) => `${i},${row}`)),
    { row: 1, says: /3 cells/ },
  ],
];

const quotes: readonly Fault[] = [
  [
    'quoted cells',
    csv(
      ROWS.map((row) => `"${row.replace(',', '","')}"`),
      '"arm","reward"',
    ),
    six,
  ],
  ['a quoted delimiter', with_(3, '"c,d",1'), { rows: 6, arms: ['a', 'b', 'c', 'c,d'] }],
  ['doubled quotation marks', with_(3, '"c ""x""",1'), { rows: 6, arms: ['a', 'b', 'c', 'c "x"'] }],
  ['a mark within a cell', with_(3, '5" c,1'), { rows: 6, arms: ['5" c', 'a', 'b', 'c'] }],
  [
    'a mark that never closes',
    with_(3, '"c,1'),
    { row: 3, says: /opens a cell and nothing closes it. Close it/ },
  ],
  ['a mark in the last cell', `${CLEAN}a,"1`, { row: 7, says: /nothing closes it/ }],
  [
    'text behind the closing mark',
    with_(3, '"c"x,1'),
    { row: 3, says: /more text stands behind.*as two/ },
  ],
  [
    'two stray marks in rows apart',
    csv(['a,1', '"b,0', 'c"x,1', 'a,0']),
    { row: 2, says: /more text stands behind/ },
  ],
  [
    'a mark that swallows rows up to another',
    csv(['a,1', '"b,0', 'c",1', 'a,0']),
    { row: 2, says: /several lines.*stray quotation mark/ },
  ],
  ['a mark in the header', CLEAN.replace('arm', '"arm'), { row: 0, says: /quotation mark/ }],
  [
    'a note of two lines',
    csv(['a,1,"x\ny"', 'b,0,z'], 'arm,reward,note'),
    { rows: 2, arms: ['a', 'b'] },
  ],
  [
    'a mark that never closes, and much text',
    with_(3, '"c,1') + 'a,1\n'.repeat(300_000),
    { row: 3, says: /longer than 1,048,576 characters.*quotation mark/ },
  ],
];

const encodings: readonly Fault[] = [
  ['a byte order mark', `\uFEFF${CLEAN}`, six],
  ['two byte order marks', `\uFEFF\uFEFF${CLEAN}`, six],
  ['a byte order mark before a quoted header', `\uFEFF"arm","reward"\n${ROWS.join('\n')}`, six],
  [
    'a byte order mark where files were joined',
    joined(CLEAN, '\uFEFFa,1\n'),
    { row: 7, says: /byte order mark.*Remove/ },
  ],
  ['Latin-1', latin1(with_(3, 'caf\u00E9,1')), { row: 3, says: /not UTF-8.*iconv/ }],
  [
    'two arms that Latin-1 would make one',
    latin1(with_(3, '\u00E9,1', '\u00E8,1')),
    { row: 3, says: /not UTF-8/ },
  ],
  [
    'Latin-1 in a column that is not read',
    latin1(csv(['a,1,\u00E9', 'b,0,x'], 'arm,reward,note')),
    { row: 1, says: /column "note".*not UTF-8/ },
  ],
  [
    'Latin-1 in the header',
    latin1(csv(['a,1,x'], 'arm,reward,\u00E9')),
    { row: 0, says: /not UTF-8/ },
  ],
  [
    'a character cut in two at the end',
    joined(CLEAN, 'a,1', Uint8Array.of(0xc3)),
    { row: 7, says: /not UTF-8/ },
  ],
  [
    'UTF-8 of all lengths',
    with_(3, '\u00E9\u20AC\u{1F600},1'),
    { rows: 6, arms: ['a', 'b', 'c', '\u00E9\u20AC\u{1F600}'] },
  ],
  [
    'UTF-16, low byte first',
    Buffer.from(`\uFEFF${CLEAN}`, 'utf16le'),
    { says: /is UTF-16. Save it as UTF-8/ },
  ],
  ['UTF-16, high byte first', reversed(`\uFEFF${CLEAN}`), { says: /is UTF-16/ }],
  [
    'UTF-16 without a mark',
    Buffer.from(CLEAN, 'utf16le'),
    { row: 0, says: /zero byte: the text is UTF-16/ },
  ],
  [
    'zero bytes of a writer that died',
    joined(CLEAN, new Uint8Array(64), '\na,1\n'),
    { row: 7, says: /zero byte.*interrupted/ },
  ],
  ['a zip archive', joined('PK\u0003\u0004', CLEAN), { says: /zip archive or a workbook/ }],
  ['Parquet', 'PAR1 and more', { says: /Parquet file. Write its table as CSV/ }],
  ['zstd', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0), { says: /packed with zstd/ }],
];

const packed: readonly Fault[] = [
  ['gzip', gzipSync(CLEAN), six],
  ['gzip of two parts', joined(gzipSync(CLEAN), gzipSync('a,1\n')), { rows: 7 }],
  ['gzip that breaks off', gzipSync(CLEAN).subarray(0, -12), { says: /not a whole gzip file/ }],
  [
    'gzip with a wrong sum',
    joined(gzipSync(CLEAN).subarray(0, -8), new Uint8Array(8)),
    { says: /not a whole gzip file/ },
  ],
  [
    'text behind gzip',
    joined(gzipSync(CLEAN), 'a,1\n'),
    { says: /other bytes stand behind its end/ },
  ],
  ['gzip twice', gzipSync(gzipSync(CLEAN)), { says: /packed twice/ }],
  ['gzip of Latin-1', gzipSync(latin1(with_(3, '\u00E9,1'))), { row: 3, says: /not UTF-8/ }],
];

const headers: readonly Fault[] = [
  ['spaces in header cells', CLEAN.replace(HEADER, ' arm , reward '), six],
  ['a header twice', CLEAN + CLEAN, { row: 7, says: /the header once more.*Remove this line/ }],
  [
    'two columns of one name',
    csv(
      ROWS.map((row) => `${row},1`),
      'arm,reward,reward',
    ),
    { row: 0, says: /"reward" is there more than once. Rename/ },
  ],
  [
    'two columns of a name that is not read',
    csv(
      ROWS.map((row) => `${row},x,y`),
      'arm,reward,note,note',
    ),
    six,
  ],
  [
    'other capitals',
    CLEAN.replace(HEADER, 'Arm,Reward'),
    { says: /no column.*the file has: "Arm", "Reward"/ },
  ],
  ['semicolons', spread(';'), six],
  ['tabs', spread('\t'), six],
  ['bars', spread('|'), six],
  ['spaces as delimiters', spread(' '), { says: /no column.*"arm reward"/ }],
];

const cell = (text: string) => with_(2, `b,${text}`);
const refusedCell = (says: RegExp): Refused => ({ row: 2, says });
const numbers: readonly Fault[] = [
  ['an empty reward', cell(''), refusedCell(/"reward" is "".*fill it/)],
  ['NaN', cell('NaN'), refusedCell(/a value is missing/i)],
  ['NA', cell('NA'), refusedCell(/a value is missing/i)],
  ['Infinity', cell('Infinity'), refusedCell(/not finite/)],
  ['thousands separators', cell('"1,000"'), refusedCell(/no thousands separators/)],
  ['a decimal comma', spread(';').replace('b;0', 'b;0,5'), refusedCell(/decimal point as a point/)],
  ['percent', cell('50%'), refusedCell(/in place of percent/)],
  ['a date', cell('2026-11-28'), refusedCell(/in place of a date/)],
  ['true', cell('true'), refusedCell(/Write 1 and 0/)],
  ['hexadecimal digits, which JavaScript takes', cell('0x1'), refusedCell(/Write decimal digits/)],
  ['digits of another script', cell('\u0661'), refusedCell(/digits 0 to 9/)],
  ['text', cell('x'), refusedCell(/from 0 to 1\. Mend the cell, or name another column/)],
  ['5 stars', cell('5'), refusedCell(/Declare the ends of the rewards with .*range/i)],
  ['below 0', cell('-1'), refusedCell(/Declare the ends of the rewards with .*range/i)],
  ['a dot, a plus and an exponent', csv(['a,.5', 'b,+1', 'c,1e-1']), { rows: 3 }],
  ['spaces around cells', csv([' a , 1 ', 'b,0']), { rows: 2, arms: ['a', 'b'] }],
  [
    'a propensity of 0',
    csv(['a,1,0'], `${HEADER},propensity`),
    { row: 1, says: /"propensity" is "0".*above 0/ },
  ],
  [
    'a propensity that overflows a weight',
    csv(['a,1,1e-200'], `${HEADER},propensity`),
    { row: 1, says: /1e-100/ },
  ],
  [
    'no propensity in one row',
    csv(['a,1,.5', 'b,0,'], `${HEADER},propensity`),
    { row: 2, says: /"propensity" is "".*fill it/ },
  ],
];

const arms: readonly Fault[] = [
  ['numbers', csv(['10,1', '9,0', '2,1']), { rows: 3, arms: ['2', '9', '10'] }],
  [
    'numbers and names: a total order',
    csv(['1a,1', '10,0', '9,1']),
    { rows: 3, arms: ['9', '10', '1a'] },
  ],
  [
    'one number written twice',
    csv(['1,1', '1.0,0']),
    { rows: 2, arms: ['1', '1.0'], warning: /"1" and "1\.0" differ in how the same number/ },
  ],
  [
    'another case',
    csv(['Red,1', 'red,0']),
    { rows: 2, arms: ['Red', 'red'], warning: /"Red" and "red" differ by case/ },
  ],
  [
    'an invisible character',
    csv(['red,1', 're\u200Bd,0']),
    { rows: 2, arms: ['red', 're\u200Bd'], warning: /invisible/ },
  ],
  [
    'another width',
    csv(['red,1', '\uFF52ed,0']),
    { rows: 2, arms: ['red', '\uFF52ed'], warning: /width/ },
  ],
  [
    'another Unicode form',
    csv(['caf\u00E9,1', 'cafe\u0301,0']),
    { row: 2, says: /looks like that of row 1.*NFC/ },
  ],
  ['no arm', with_(3, ',1'), { row: 3, says: /"arm" is empty/ }],
  [
    'a very long name',
    csv([`${'x'.repeat(500_000)},1`, 'b,0']),
    { rows: 2, arms: ['b', 'x'.repeat(500_000)] },
  ],
  [
    'a name longer than a row may be',
    csv([`${'x'.repeat(1_400_000)},1`, 'b,0']),
    { row: 1, says: /longer than 1,048,576/ },
  ],
  [
    'a time in place of an arm',
    csv(Array.from({ length: 4097 }, (_, i) => `12:${i},1`)),
    { row: 4097, says: /more than 4096 different values/ },
  ],
  [
    'names of objects',
    csv(['__proto__,1', 'constructor,0']),
    { rows: 2, arms: ['__proto__', 'constructor'] },
  ],
];

/** `CLEAN` as JSON lines, with another line in place of the n-th. */
const json = (n = 0, line = '') =>
  ROWS.map((row, i) => {
    const [arm, reward] = row.split(',');
    return i === n - 1 ? line : JSON.stringify({ arm, reward: Number(reward) });
  }).join('\n');

const jsonLines: readonly Fault[] = [
  ['objects of text and numbers', json(), six],
  ['Windows line ends', json().replaceAll('\n', '\r\n'), six],
  ['an empty row', json(3), { rows: 5, skipped: [3] }],
  ['packed', gzipSync(json()), six],
  ['keys in another order', json(3, '{"reward": 1, "arm": "c"}'), six],
  [
    'a number as an arm',
    json(3, '{"arm": 7, "reward": 1}'),
    { rows: 6, arms: ['7', 'a', 'b', 'c'] },
  ],
  [
    'an object within',
    json(3, '{"arm": "c", "reward": {"value": 1}}'),
    { row: 3, says: /"reward.value" is not in the first row/ },
  ],
  ['no reward', json(3, '{"arm": "c"}'), { row: 3, says: /"reward" is "".*empty/ }],
  ['null', json(3, '{"arm": "c", "reward": null}'), { row: 3, says: /"reward" is "".*empty/ }],
  [
    'true',
    json(3, '{"arm": "c", "reward": true}'),
    { row: 3, says: /"reward" is "true".*Write 1 and 0/ },
  ],
  ['NaN', json(3, '{"arm": "c", "reward": NaN}'), { row: 3, says: /is not JSON.*no NaN/ }],
  ['a row that is torn', json().slice(0, -4), { row: 6, says: /is not JSON.*one object a line/ }],
  ['a list as a row', json(3, '["c", 1]'), { row: 3, says: /no JSON object/ }],
  ['one list of all', `[${json().replaceAll('\n', ',')}]`, { says: /one JSON list.*jq/ }],
  [
    'a key that is new',
    json(3, '{"arm": "c", "reward": 1, "propensity": 0.5}'),
    { row: 3, says: /"propensity" is not in the first row.*null/ },
  ],
  [
    'ids beyond 2^53',
    json(3, '{"arm": 9007199254740993, "reward": 1}'),
    { row: 3, says: /"arm" is a whole number beyond.*as text/ },
  ],
  [
    'Latin-1',
    Buffer.from(json(3, '{"arm": "\u00E9", "reward": 1}'), 'latin1'),
    { row: 3, says: /not UTF-8/ },
  ],
  [
    'a row that is very long',
    json(3, `{"arm": "${'x'.repeat(3_000_000)}", "reward": 1}`),
    { row: 3, says: /longer than/ },
  ],
];

export const faults: readonly Fault[] = Object.entries({
  ...{ 'line ends': lineEnds, 'empty rows': empty, 'ragged rows': ragged, quotes, encodings },
  ...{ packed, headers, numbers, arms, 'JSON lines': jsonLines },
}).flatMap(([kind, rows]) => rows.map(([name, ...rest]): Fault => [`${kind}: ${name}`, ...rest]));

export const isRefused = (right: Whole | Refused): right is Refused => 'says' in right;
