/** What a picture shows, in a sentence: for people who listen, and for those who look. */
import type { Drawing } from './drawing.js';
import { largest, percentText } from './shares.js';

/** "LDP2-T, rounds 1 to 10. Most often played: from start to 2, 93 %; …". */
export function playedText(
  learner: string,
  rounds: string,
  shares: readonly number[],
  drawing: Drawing,
): string {
  const chosen = choicesIn(drawing);
  const most = largest(
    chosen.map(({ arm }) => shares[arm] ?? 0),
    6,
  ).map((i) => {
    const { name, arm } = chosen[i] as Choice;
    return `${name}, ${percentText(shares[arm] ?? 0)}`;
  });
  return `${learner}, ${rounds}. Most often played: ${most.join('; ')}.`;
}

export function worthText(drawing: Drawing): string {
  const best = Math.max(...drawing.lines.map(({ mean }) => mean));
  const names = choicesIn(drawing)
    .filter(({ arm }) => drawing.lines[arm]?.mean === best)
    .map(({ name }) => name);
  return `Worth most, ${best} ${drawing.kind === 'route' ? 'each' : 'a line'}: ${names.join('; ')}.`;
}

interface Choice {
  readonly name: string;
  /** Played whenever this is chosen. */
  readonly arm: number;
}

/** What a learner decides about: each street, or each node with all its lines. */
function choicesIn({ kind, lines }: Drawing): readonly Choice[] {
  const all = lines.map(({ name, from }, arm) => ({ name, from, arm }));
  if (kind === 'route') return all;
  return all
    .filter(({ from }, arm) => lines.findIndex((line) => line.from === from) === arm)
    .map(({ from, arm }) => ({ name: from.name, arm }));
}
