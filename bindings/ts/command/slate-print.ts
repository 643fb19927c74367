// The result of a replay of slates as text for a person.
import { count, formatReplay } from './print.js';
import type { SlateReplayed } from './replay.js';
import type { SlateLog } from './slate-log.js';

/** With fewer rows than this that earned anything, nothing can be seen of learning. */
const kFewAnswers = 200;

/** The text of a replay of single arms, and what slates add to it. */
export function formatSlates(path: string, log: SlateLog, result: SlateReplayed): string {
  return formatReplay(path, log.rows, result, [describeSlates(log, result)], limits(log, result));
}

function describeSlates({ places, rows, columns }: SlateLog, result: SlateReplayed): string {
  const { size, impressions } = result;
  const items = rows.labels.length;
  const slate =
    places.length > 0
      ? `a slate has one of ${items} items at each of ${size} places ("${columns.position}"), so an arm is a place and an item`
      : `a slate has ${size} of ${items} items`;
  const shown =
    columns.impression === null
      ? 'a row is one place of a slate, the others are not in the log'
      : `${count(impressions)} slates ("${columns.impression}")`;
  return `Slates: ${slate}; ${shown}. A place counts when the policy's slate has its arm: what a place earns is taken to depend on nothing else of the slate.`;
}

function limits({ rows }: SlateLog, { answered, policies, size }: SlateReplayed): string[] {
  const privately = policies.filter(({ kind }) => kind === 'private');
  const reports = privately.map(({ sent }) => count(sent?.reports ?? 0)).join(', ');
  return [
    `Agreements are places of slates. Fewer visits become reports (${reports}): the log must know the outcome that the snapshot asks for, one in ${size}, or all of a slate.`,
    ...(answered < kFewAnswers
      ? [
          `Only ${count(answered)} of ${count(rows.arm.length)} rows earned anything. No learner can be told from random play by so few, private or not: this shows that the path works, not that it learns.`,
        ]
      : []),
  ];
}
