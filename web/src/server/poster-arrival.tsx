/** One option's bar, for the strip that follows a report on a phone. */
import { POSTERS } from '../shared/experiment.js';
import { shareText } from '../shared/format.js';
import { beliefs } from '../shared/snapshot.js';
import { BeliefBar } from './belief-bar.js';
import { snapshot } from './state.js';

export function PosterArrival({ option }: { option: number }) {
  const belief = snapshot.value && beliefs(snapshot.value)[option];
  if (!belief) return null;
  return (
    <>
      <span>
        {POSTERS[option]?.name} {belief.mean !== null && `${shareText(belief.mean)}%`}
      </span>
      <BeliefBar belief={belief} />
    </>
  );
}
