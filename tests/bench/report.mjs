// A line of the bench: what was measured, beside what it is compared with.
//
//   { name, value, unit, target?: { atMost | atLeast }, comparisons?: [{ label, value, unit?, note? }] }

/** Null where there is no target. */
export function isMet({ value, target }) {
  if (target === undefined) return null;
  return target.atMost !== undefined ? value <= target.atMost : value >= target.atLeast;
}

export function formatLine(line) {
  const { name, value, unit, target, comparisons = [] } = line;
  const lines = [`${name}: ${show(value, unit)}${describeTarget(line, target)}`];
  for (const { label, value: other, unit: otherUnit = unit, note } of comparisons) {
    lines.push(`    ${label}: ${show(other, otherUnit)}${note === undefined ? '' : ` (${note})`}`);
  }
  return lines.join('\n');
}

function describeTarget(line, target) {
  if (target === undefined) return '';
  const wanted =
    target.atMost !== undefined
      ? `at most ${show(target.atMost, line.unit)}`
      : `at least ${show(target.atLeast, line.unit)}`;
  return `   [${isMet(line) ? 'met' : 'MISSED'}: ${wanted}]`;
}

function show(value, unit) {
  if (unit === 'ratio') return `${value.toFixed(2)}x`;
  if (unit === 'bytes') return `${value.toLocaleString('en-US')} bytes`;
  if (unit === 'seconds') return `${value.toFixed(1)} s`;
  if (unit === 'microseconds') return `${value.toFixed(1)} us`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} million ${unit}`;
  return `${Math.round(value).toLocaleString('en-US')} ${unit}`;
}
