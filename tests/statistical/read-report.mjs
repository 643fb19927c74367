// A report, as the network sees it, into the columns of a sample.

import { bytesOf, integerAt } from './bytes.mjs';

/** What the visitor of `input` answers to the arm that was chosen. */
export const rewardFor = ({ y }, arm) => (typeof y === 'function' ? y(arm) : y);

/** One report for each decision, until reports are read into it; of vectors, two columns hold what was released. */
export const emptySample = (claim, count, project) => ({
  ...(claim.columns?.(count) ?? {
    values: new Int32Array(count),
    ...(project && { firsts: new Int32Array(count) }),
  }),
  lengths: new Uint32Array(count),
  posts: new Uint32Array(count).fill(1),
});

/** Numbers have two bytes in reports without delta, three in Gaussian ones: two's complement, little endian. */
function readVector(sample, index, { loss }, { data, part }, project) {
  const bytes = bytesOf(data);
  const width = loss === 'epsilon' ? 2 : 3;
  const numbers = new Int32Array(bytes.length / width);
  for (let i = 0; i < numbers.length; ++i) numbers[i] = integerAt(bytes, i * width, width);
  sample.values[index] = project(numbers, part);
  sample.firsts[index] = numbers[0];
}

/** An index, which names a codeword of the report's id. */
function readIndex(sample, index, { id, data, part }, project) {
  const [low, high] = bytesOf(data);
  const named = low + 256 * high;
  sample.values[index] = project({ id: bytesOf(id), index: named }, part);
  sample.firsts[index] = named;
}

/** The columns of report `index` from its body. */
export function readReport(sample, index, claim, body, project) {
  readFields(sample, index, claim, JSON.parse(body), project);
  sample.lengths[index] = body.length; // ASCII
}

/** Those of what it says: as the claim reads it, as a vector, or as one number. */
export function readFields(sample, index, claim, report, project) {
  if (claim.read) claim.read(sample, index, report);
  else if (claim.algorithm.mechanism === 'codebook') readIndex(sample, index, report, project);
  else if (project) readVector(sample, index, claim, report, project);
  else sample.values[index] = report.bit ?? report.noisy;
}
