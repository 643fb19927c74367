// The table of algorithms in docs/algorithms.md.
const markers = ['<!-- catalog:begin -->', '<!-- catalog:end -->'];

/** A scalar report may be a bit or noise; of some algorithms the bit is the only choice. */
const sendsBits = (parameters) =>
  parameters.find(({ name }) => name === 'mechanism')?.choices?.join() === 'bit';

/** What a report keeps: a delta that has no default goes with one choice of mechanism only. */
function promise({ parameters }) {
  if (sendsBits(parameters)) return 'pure epsilon';
  const delta = parameters.find(({ name }) => name === 'delta');
  if (delta === undefined) return 'pure epsilon';
  return delta.default === null ? 'pure epsilon, or with delta' : 'epsilon and delta';
}

/** Of which decision sets it is the default, where that depends on the set. */
function markOf({ family, default: isDefault, defaultFor }, algorithms) {
  if (defaultFor) return ` (default for ${defaultFor.join(', ')})`;
  if (!isDefault) return '';
  const others = algorithms.some((other) => other.family === family && other.defaultFor);
  return others ? ' (default for other sets)' : ' (default)';
}

function tableOf(algorithms) {
  const payload = {
    bit: 'one bit',
    scalar: 'one bit, or one integer',
    noisy: 'one integer',
    gaussian: 'one integer',
    window: 'one integer',
    vector: 'a vector',
    slate: 'an integer per arm',
    none: '-',
  };
  const rows = algorithms.map((algorithm) => {
    const privacy =
      algorithm.trustModel === 'local'
        ? `${promise(algorithm)}, local`
        : `${algorithm.trustModel} (simulation only)`;
    const mark = markOf(algorithm, algorithms);
    return `| \`${algorithm.id}\`${mark} | ${algorithm.name} | ${privacy} | ${sendsBits(algorithm.parameters) ? payload.bit : payload[algorithm.payload]} | ${algorithm.summary} |`;
  });
  return [
    '| id | algorithm | privacy of a report | payload | what it does |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

export function algorithmTable(text, algorithms) {
  const [begin, end] = markers;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the table lacks ${begin} or ${end}`);
  return `${text.slice(0, from + begin.length)}\n${tableOf(algorithms)}\n${text.slice(to)}`;
}
