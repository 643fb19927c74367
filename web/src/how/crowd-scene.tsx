/** Scene 2: a crowd flips coins; the more people, the less the coins matter to the sum. */
import { useState } from 'preact/hooks';
import { countText, epsilonText } from '../shared/format.js';
import { ZoneTitle } from '../shared/zone.js';
import { Choice, EpsilonStops, RunButton } from './controls.js';
import { CrowdPicture } from './crowd-picture.js';
import { ErrorStrips } from './error-strips.js';
import { BEGIN, type Crowd, goers, type HowStart, SIZES, WOULD_GO } from './scenes.js';
import { useTask } from './task.js';

const SIZE_OPTIONS = SIZES.map((size) => [size, countText(size)] as const);
const NOTHING = SIZES.map((): readonly number[] => []);

export function CrowdScene({ start }: { start: HowStart }) {
  const [epsilon, setEpsilon] = useState<number>(BEGIN.epsilon);
  const [people, setPeople] = useState<number>(BEGIN.people);
  const [crowd, setCrowd] = useState<Crowd>(start.crowd);
  const [estimates, setEstimates] = useState(start.estimates);
  const take = (asked: Crowd) => {
    if (asked.epsilon !== epsilon) return;
    setEstimates((before) =>
      before.map((known, i) => (SIZES[i] === asked.people ? [...known, asked.mean] : known)),
    );
    if (asked.people === people) setCrowd(asked);
  };
  const many = useTask('crowds', take);
  const one = useTask('crowds', take);

  /** Estimates at different privacy levels are of different kinds: the old ones go. */
  const changeEpsilon = (value: number) => {
    setEpsilon(value);
    setEstimates(NOTHING);
    many.start({ epsilon: value, sizes: SIZES, crowds: BEGIN.crowds });
  };
  const flip = (size: number) => {
    setPeople(size);
    one.start({ epsilon, sizes: [size], crowds: 1 });
  };

  return (
    <div class="figure">
      <div class="controls">
        <Choice
          name="crowd-people"
          legend="People asked"
          options={SIZE_OPTIONS}
          value={people}
          onChange={flip}
        />
        <EpsilonStops id="crowd-epsilon" value={epsilon} onChange={changeEpsilon} />
      </div>
      <Pictures crowd={crowd} />
      <p class="run needs-script">
        <button type="button" onClick={() => flip(people)} disabled={one.running}>
          Flip all {countText(people)} coins again
        </button>
      </p>
      <ErrorStrips estimates={estimates} epsilon={epsilon} />
      <RunButton
        running={many.running}
        failure={many.failure ?? one.failure}
        label={`Ask ${BEGIN.crowds} more crowds of each size`}
        busy={`${countText(estimates.reduce((sum, { length }) => sum + length, 0))} crowds so far.`}
        onStart={() => many.start({ epsilon, sizes: SIZES, crowds: BEGIN.crowds })}
        onStop={many.stop}
      />
    </div>
  );
}

function Pictures({ crowd }: { crowd: Crowd }) {
  const { bits, people, mean, halfWidth, epsilon } = crowd;
  const yes = bits.reduce<number>((sum, bit) => sum + bit, 0);
  const percent = (share: number) => (share * 100).toFixed(1);
  return (
    <div class="sides">
      <section class="zone zone-demo" aria-labelledby="crowd-truth">
        <ZoneTitle
          zone="demo"
          id="crowd-truth"
          title="What people would do"
          aside="behind the scenes"
          level={3}
        />
        <CrowdPicture
          says={bits.map((_, i) => i < goers(people))}
          label={`${WOULD_GO}% of ${countText(people)} people would go`}
        />
        <p>
          <b>{WOULD_GO}%</b> would go.
        </p>
      </section>
      <section class="zone zone-server" aria-labelledby="crowd-reports">
        <ZoneTitle
          zone="server"
          id="crowd-reports"
          title="What the server gets"
          aside={`ε = ${epsilonText(epsilon)}`}
          level={3}
        />
        <CrowdPicture
          says={bits.map((bit) => bit === 1)}
          label={`${countText(yes)} of the same ${countText(people)} people’s reports say they would go`}
        />
        <p>
          {countText(yes)} of {countText(people)} reports say so. Corrected for the coin:{' '}
          <b>{percent(mean)}%</b> ± {percent(halfWidth)}.
        </p>
      </section>
    </div>
  );
}
