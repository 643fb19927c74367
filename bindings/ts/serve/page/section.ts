/** One experiment as HTML. All texts go in as text: labels are the operator's, not ours. */
import { refusedText } from '../refused-text.js';
import type { Summary } from '../summary.js';

type Child = Node | string;

function element(
  name: string,
  properties: Record<string, string>,
  ...children: Child[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
const count = (value: number) => value.toLocaleString();
const signed = (value: number) => `${value < 0 ? '−' : '+'}${(100 * Math.abs(value)).toFixed(1)}`;

export function section(summary: Summary): HTMLElement {
  const { experiment, algorithm, epsilon, reports, snapshot } = summary;
  return element(
    'section',
    { 'aria-label': experiment },
    element('h2', {}, experiment),
    element(
      'p',
      { class: 'terms' },
      `${algorithm}, ε = ${epsilon} a report · ${count(reports)} reports · snapshot ${snapshot}`,
    ),
    ...verdict(summary).map((text) => element('p', {}, text)),
    ...table(summary),
  );
}

function verdict({
  best,
  changes,
  daysLeft,
  forgeries,
  ended,
  options,
  refused,
}: Summary): string[] {
  const said: string[] = [];
  if (best && best.answer !== null) {
    const name = options?.[best.answer]?.label ?? `option ${best.answer}`;
    said.push(`${best.certified ? 'Certified answer' : 'Best so far'}: ${name}.`);
  }
  if (changes) {
    const last = changes.last === null ? '' : `, the last after ${count(changes.last)} reports`;
    said.push(`Changes noticed: ${count(changes.noticed)}${last}.`);
  }
  if (ended) said.push('Ended: devices play the answer and send nothing.');
  if (daysLeft === 0) said.push('One option’s interval is above all others.');
  if (daysLeft !== null && daysLeft > 0) {
    const days = count(Math.ceil(daysLeft));
    said.push(`About ${days} more days at this rate until one option is above all others.`);
  }
  if (forgeries !== null) said.push(`${count(forgeries)} forged reports would change the answer.`);
  said.push(...refusedText(refused));
  return said;
}

function table({ options, control }: Summary): HTMLElement[] {
  if (options === undefined) return [];
  const heads = ['Option', 'Reports', 'Share', 'Mean', '95 % interval'];
  if (control !== null) heads.push('Against control, points');
  const means = options.map(({ mean }) => mean ?? Number.NEGATIVE_INFINITY);
  const best = Math.max(...means);
  const rows = options.map(({ label, mean, low, high, lift, reports, share }, i) => {
    const name = label ?? `Option ${i}`;
    const isControl = control === i || (label !== undefined && control === label);
    const cells: Child[] = [count(reports), percent(share)];
    if (mean === null || low === null || high === null) cells.push('not enough', '');
    else cells.push(percent(mean), interval(mean, low, high));
    if (control !== null) {
      cells.push(lift ? `${signed(lift.mean)} (${signed(lift.low)} to ${signed(lift.high)})` : '–');
    }
    return element(
      'tr',
      { class: mean === null ? 'thin' : mean === best ? 'best' : '' },
      element('th', { scope: 'row' }, isControl ? `${name} (control)` : name),
      ...cells.map((cell) => element('td', {}, cell)),
    );
  });
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)));
  return [
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Options' },
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
    ),
  ];
}

const SVG = 'http://www.w3.org/2000/svg';

function interval(mean: number, low: number, high: number): Node {
  const text = element('span', {}, `${percent(low)} – ${percent(high)}`);
  return element('div', { class: 'interval' }, bar(mean, low, high), text);
}

/** Mean and interval on a line from 0 to 1. */
function bar(mean: number, low: number, high: number): Node {
  const at = (value: number) => `${4 + 92 * Math.min(1, Math.max(0, value))}`;
  const draw = (name: string, attributes: Record<string, string>) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const svg = draw('svg', { viewBox: '0 0 100 12', 'aria-hidden': 'true' });
  const line = (cls: string, from: string, to: string) =>
    draw('line', { class: cls, x1: from, x2: to, y1: '6', y2: '6' });
  svg.append(
    line('range', at(0), at(1)),
    line('known', at(low), at(high)),
    draw('circle', { cx: at(mean), cy: '6', r: '3.5' }),
  );
  return svg;
}
