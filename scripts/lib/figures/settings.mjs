// Figures with switches: what tells their settings apart, and their tables.
import { regret } from 'ldp-bandits/papers';
import { settingsOf } from './plan.mjs';
import { number, table, words } from './text.mjs';

/** Switches that differ between the documented settings of a figure. */
function switchesOf(figure) {
  const settings = settingsOf(figure);
  return (figure.choices ?? []).filter(
    ({ id }) => new Set(settings.map((chosen) => chosen[id])).size > 1,
  );
}

/** What is chosen, as far as the documented settings of the figure differ: ['fresh', 'tight']. */
export const variesIn = (figure, chosen) => switchesOf(figure).map(({ id }) => chosen[id]);

/** What the words of the settings mean. */
export function switchList(figure) {
  return (figure.choices ?? []).flatMap(({ label, options }) => [
    `- ${label}: ${options.map(({ id, label: meaning }) => `\`${id}\` ${meaning}`).join('; ')}.`,
  ]);
}

/**
 * Regret at the horizon with the standard error of its mean: a table for each option of the first switch,
 * a row for each run, a column for each setting of the other switches. Of one switch: a column for each of
 * its options.
 */
export function regretTables({ figure, settings }) {
  const [first, ...others] = switchesOf(figure);
  if (first === undefined) return tableOf(settings, []);
  if (others.length === 0) return tableOf(settings, [first]);
  return first.options.flatMap(({ id, label }) => {
    const own = settings.filter(({ chosen }) => chosen[first.id] === id);
    return own.length === 0 ? [] : [`${first.label}: ${label}.`, '', ...tableOf(own, others)];
  });
}

function tableOf(settings, switches) {
  const columns = settings.flatMap(({ chosen, results }) =>
    Object.entries(results).map(([name, { curves }], _i, all) => ({
      title: [...(all.length > 1 ? [name] : []), ...switches.map(({ id }) => chosen[id])].join(
        ', ',
      ),
      cells: new Map(curves.map((curve) => [curve.label, ofMean(regret(curve))])),
    })),
  );
  const labels = [...new Set(columns.flatMap(({ cells }) => [...cells.keys()]))];
  return table(
    ['run', ...columns.map(({ title }) => title)],
    labels.map((label) => [label, ...columns.map(({ cells }) => cells.get(label) ?? '')]),
  );
}

/** Of a scatter plot: a table for each setting, a row for each series, a column for each place. */
export function pointTables({ figure, settings }) {
  const { plot } = figure;
  return settings.flatMap(({ chosen, results }) => {
    const points = plot.points(results);
    const places = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
    const seriesNames = [...new Set(points.map(({ series }) => series))];
    const cell = (series, x) => {
      const found = points.find((point) => point.series === series && point.x === x);
      return found === undefined ? '' : found.y.toFixed(2);
    };
    const where = variesIn(figure, chosen).join(', ');
    return [
      `${plot.yLabel}${where === '' ? '' : ` (${where})`}, against ${plot.xLabel}:`,
      '',
      ...table(
        ['run', ...places.map((x) => String(Number(x.toFixed(2))))],
        seriesNames.map((series) => [series, ...places.map((x) => cell(series, x))]),
      ),
    ];
  });
}

const ofMean = ({ value, error }) => `${number(value)} ± ${number(error)}`;

/** Verdicts of one author's claims in all settings that they are about. */
export function claimTable({ figure, settings }, author) {
  const rows = figure.claims
    .filter(({ claimedBy }) => claimedBy === author)
    .flatMap((claim) =>
      settings.flatMap(({ chosen, judged }) =>
        judged
          .filter((one) => one.claim === claim)
          .map(({ verdict }) => [
            claim.sentence,
            variesIn(figure, chosen).join(', '),
            verdict?.accepted ?? '',
            verdict?.measured ?? '',
            words(verdict),
          ]),
      ),
    );
  return rows.length === 0
    ? []
    : table(['claim', 'where', 'accepted', 'measured', 'verdict'], rows);
}
