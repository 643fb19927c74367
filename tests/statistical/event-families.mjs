// The events on which two inputs are compared. A family looks at one half of the outputs and picks,
// for each direction, the single event that separates the two inputs best; the other half judges it.
// Each family exists because one kind of fault is invisible to the others (see mutants.mjs).
//
// A sample is what the network saw of a run of decisions, in the order of the decisions:
//   values   Int32Array, the released bit or integer of the report
//   lengths  Uint32Array, bytes of the request body
//   posts    Uint32Array, how many requests carried this decision's report
//   firsts   Int32Array, where a report is a vector: its first number; `values` then holds what the claim
//            makes of the whole vector (vector-claims.mjs)

/** @typedef {{values: Int32Array, lengths: Uint32Array, posts: Uint32Array, firsts?: Int32Array}} Sample */
/** @typedef {{label: string, contains: (sample: Sample, index: number) => boolean}} Event */

const kThresholds = 63;

/** @returns {number[]} distinct cut points: quantiles of both samples together */
function cutPoints(left, right) {
  const pooled = Float64Array.from([...left, ...right]).sort();
  const cuts = new Set();
  for (let k = 1; k <= kThresholds; ++k) {
    cuts.add(pooled[Math.floor((k * (pooled.length - 1)) / (kThresholds + 1))] + 0.5);
  }
  // Extremes convict a wrong clamp, whose tail is beyond everything the right input can give.
  cuts.add(pooled[0] + 0.5).add(pooled[pooled.length - 1] - 0.5);
  return [...cuts];
}

function thresholdEvents(column, name) {
  return (train) =>
    cutPoints(train[0][column], train[1][column]).flatMap((cut) => [
      { label: `${name} < ${cut}`, contains: (s, i) => s[column][i] < cut },
      { label: `${name} > ${cut}`, contains: (s, i) => s[column][i] > cut },
    ]);
}

/** Outputs that one input was seen to give: few of them means a source with too few states. */
function membershipEvents(train) {
  return train.flatMap((seen, side) => {
    const set = new Set(seen.values);
    return [
      { label: `value seen before under input ${side}`, contains: (s, i) => set.has(s.values[i]) },
      { label: `value never seen under input ${side}`, contains: (s, i) => !set.has(s.values[i]) },
    ];
  });
}

/** Low bits: arithmetic that loses them (a float, a coarser grid) leaves the input visible there. */
const residueEvents = (column) => () => {
  const events = [];
  for (const modulus of [2, 4, 8, 16]) {
    for (let residue = 0; residue < modulus; ++residue) {
      events.push({
        label: `${column === 'values' ? 'value' : 'first number'} mod ${modulus} = ${residue}`,
        contains: (s, i) => (s[column][i] & (modulus - 1)) === residue,
      });
    }
  }
  return events;
};

/**
 * Mironov 2012: floating-point Laplace noise is -t ln(u) with u a multiple of 2^-53 (double) or
 * 2^-24 (single), so far from its centre it can reach only some integers, and which ones depends on
 * the input. An output that is off the lattice of an input was not made from that input.
 */
function floatLatticeEvents(_train, { centres, scale }) {
  if (scale === undefined) return [];
  const reachable = (noise) => {
    const magnitude = Math.abs(noise);
    // What rounding to an integer and the 24-bit logarithm may have moved: the fault must convict, not
    // the precision of this check.
    const slack = 0.5 + magnitude * 2 ** -23;
    const from = Math.exp(-(magnitude + slack) / scale) * 2 ** 24;
    const to = Math.exp(-(magnitude - slack) / scale) * 2 ** 24;
    return Math.floor(to) >= Math.ceil(from);
  };
  return centres.flatMap((centre, side) => [
    {
      label: `off the single-precision lattice of input ${side}`,
      contains: (s, i) => !reachable(s.values[i] - centre),
    },
  ]);
}

/** Two consecutive reports made with the same coins differ by the difference of their inputs. */
function consecutiveEvents(offset) {
  return (_train, { centres }) => {
    const shift = centres[1] - centres[0];
    return [0, shift, -shift].flatMap((difference) => {
      const equals = (s, i) => {
        const first = 2 * i + offset;
        return s.values[first + 1] - s.values[first] === difference;
      };
      return [
        { label: `next - this = ${difference}`, contains: equals },
        { label: `next - this != ${difference}`, contains: (s, i) => !equals(s, i) },
      ];
    });
  };
}

/** Two consecutive vectors made with the same noise are alike exactly if their inputs are. */
function repeatedEvents(offset) {
  const repeats = (s, i) => {
    const at = 2 * i + offset;
    return s.firsts[at + 1] === s.firsts[at] && s.values[at + 1] === s.values[at];
  };
  return () => [
    { label: 'vector repeated', contains: repeats },
    { label: 'vector not repeated', contains: (s, i) => !repeats(s, i) },
  ];
}

function postEvents() {
  return [
    { label: 'report withheld', contains: (s, i) => s.posts[i] === 0 },
    { label: 'exactly one report', contains: (s, i) => s.posts[i] === 1 },
    { label: 'report sent twice', contains: (s, i) => s.posts[i] > 1 },
  ];
}

/** Judged on single reports: all inputs v against all inputs v'. */
export const kReportFamilies = [
  { name: 'threshold', events: thresholdEvents('values', 'value'), width: 1 },
  { name: 'membership', events: membershipEvents, width: 1 },
  { name: 'residue', events: residueEvents('values'), width: 1 },
  { name: 'float lattice', events: floatLatticeEvents, width: 1 },
  { name: 'body length', events: thresholdEvents('lengths', 'bytes'), width: 1 },
  { name: 'report count', events: postEvents, width: 1 },
];

/** Judged on two reports at once: inputs v, v against v, v'. One input differs, so epsilon is paid once. */
export const kPairFamilies = [
  { name: 'consecutive, even', events: consecutiveEvents(0), width: 2 },
  { name: 'consecutive, odd', events: consecutiveEvents(1), width: 2 },
];

/** The same for reports that are vectors. */
export const kVectorFamilies = [
  { name: 'projection', events: thresholdEvents('values', 'projection'), width: 1 },
  { name: 'first number', events: thresholdEvents('firsts', 'first number'), width: 1 },
  { name: 'residue', events: residueEvents('firsts'), width: 1 },
  { name: 'body length', events: thresholdEvents('lengths', 'bytes'), width: 1 },
  { name: 'report count', events: postEvents, width: 1 },
];

export const kVectorPairFamilies = [
  { name: 'repeated, even', events: repeatedEvents(0), width: 2 },
  { name: 'repeated, odd', events: repeatedEvents(1), width: 2 },
];

/** Every value that was seen, alone: of a bit and the arm that it is about no other event tells more. */
function valueEvents(train) {
  const seen = new Set(train.flatMap(({ values }) => [...values]));
  return [...seen].map((value) => ({
    label: `value = ${value}`,
    contains: (s, i) => s.values[i] === value,
  }));
}

/** Which arm a report names, whatever it says of it. */
export const kCoordinateFamilies = [
  { name: 'arm named', events: thresholdEvents('coordinates', 'arm'), width: 1 },
];

/** Judged on reports about one arm of a slate, with `values` of arm and bit together. */
export const kSlateFamilies = [
  { name: 'report', events: valueEvents, width: 1 },
  ...kCoordinateFamilies,
  { name: 'body length', events: thresholdEvents('lengths', 'bytes'), width: 1 },
  { name: 'report count', events: postEvents, width: 1 },
];

/**
 * Judged on reports about all arms of a slate, in columns noisy0, noisy1, ...: thresholds of how much nearer a
 * report is to the one pattern of outcomes than to the other, which for Laplace noise is the likelihood ratio.
 */
export function slateRatio([first, second], grid) {
  const known = new WeakMap();
  const ratios = (s) => {
    if (!known.has(s)) {
      const nearer = (_, i) =>
        first.reduce((sum, outcome, arm) => {
          const noisy = s[`noisy${arm}`][i];
          return sum + Math.abs(noisy - grid * outcome) - Math.abs(noisy - grid * second[arm]);
        }, 0);
      known.set(s, Int32Array.from(s.values, nearer));
    }
    return known.get(s);
  };
  const events = ([left, right]) =>
    cutPoints(ratios(left), ratios(right)).flatMap((cut) => [
      { label: `likelihood ratio < ${cut}`, contains: (s, i) => ratios(s)[i] < cut },
      { label: `likelihood ratio > ${cut}`, contains: (s, i) => ratios(s)[i] > cut },
    ]);
  return [
    { name: 'likelihood ratio', events, width: 1 },
    { name: 'body length', events: thresholdEvents('lengths', 'bytes'), width: 1 },
    { name: 'report count', events: postEvents, width: 1 },
  ];
}
