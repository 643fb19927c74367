// A report that is a vector, as the network sees it, into the columns of a sample.

/** What the visitor of `input` answers to the arm that was chosen. */
export const rewardFor = ({ y }, arm) => (typeof y === 'function' ? y(arm) : y);

/** @returns {object} the columns that hold what was released: of vectors, two */
export const columnsOf = (count, isVector) => ({
  values: new Int32Array(count),
  ...(isVector && { firsts: new Int32Array(count) }),
});

/** Numbers have two bytes in reports without delta, three in Gaussian ones: two's complement, little endian. */
export function readVector(sample, index, { loss }, body, project) {
  const { data, part } = JSON.parse(body);
  const bytes = Buffer.from(data, 'base64url');
  const width = loss === 'epsilon' ? 2 : 3;
  const numbers = Int32Array.from({ length: bytes.length / width }, (_, i) =>
    bytes.readIntLE(i * width, width),
  );
  sample.values[index] = project(numbers, part);
  sample.firsts[index] = numbers[0];
}
