/** Scene 3: many rounds; intervals shrink, and what learning costs is counted. */
import { useState } from 'preact/hooks';
import { countText, epsilonText, plural } from '../shared/format.js';
import { EpsilonStops, RunButton, Slider } from './controls.js';
import { lastOf, RegretChart } from './curves.js';
import { Intervals } from './intervals.js';
import { BEGIN, type Curves, type HowStart, NOT_PRIVATE, PRIVATE, RANDOM } from './scenes.js';
import { useTask } from './task.js';

export function BanditScene({ start }: { start: HowStart }) {
  const [epsilon, setEpsilon] = useState<number>(BEGIN.epsilon);
  const [lessons, setLessons] = useState(start.lessons);
  const [at, setAt] = useState<number | null>(null);
  const [curves, setCurves] = useState(start.regret);
  const learning = useTask('learn', setLessons);
  const regret = useTask('regret', setCurves);
  const step = Math.min(at ?? lessons.length - 1, lessons.length - 1);
  const lesson = lessons[step];

  const run = (value: number) => {
    learning.start({ epsilon: value, visitors: BEGIN.visitors });
    if (value !== epsilon) regret.start({ epsilon: value });
    setEpsilon(value);
    setAt(null);
  };

  return (
    <div class="figure">
      <div class="controls">
        <Slider
          id="bandit-visitors"
          label={
            <>
              After <b>{plural(lesson?.visitors ?? 0, 'visitor')}</b>
            </>
          }
          min={0}
          max={lessons.length - 1}
          value={step}
          text={plural(lesson?.visitors ?? 0, 'visitor')}
          onChange={setAt}
        />
        <EpsilonStops id="bandit-epsilon" value={epsilon} onChange={run} />
      </div>
      {lesson && <Intervals lesson={lesson} />}
      <RunButton
        running={learning.running || regret.running}
        failure={learning.failure ?? regret.failure}
        label="Run again"
        busy="Simulating visitors."
        onStart={() => run(epsilon)}
        onStop={() => {
          learning.stop();
          regret.stop();
        }}
      />
      <RegretChart curves={curves} summary={sentence(curves)} />
    </div>
  );
}

function sentence(curves: Curves): string {
  const { spec, partial } = curves;
  const epsilon = spec.runs[0]?.epsilon ?? 0;
  if (partial) {
    const trials = Math.min(...curves.curves.map(({ replicates }) => replicates));
    return `At ε = ${epsilonText(epsilon)}, so far: ${trials} of ${spec.replicates} trials.`;
  }
  const privately = lastOf(curves, PRIVATE);
  const reader = lastOf(curves, NOT_PRIVATE);
  return (
    `After ${countText(spec.horizon)} visitors at ε = ${epsilonText(epsilon)} the private learner has lost ` +
    `${countText(privately)}, ${(privately / reader).toFixed(1)} times the ${countText(reader)} of one that is not private; ` +
    `random choice loses ${countText(lastOf(curves, RANDOM))}. Mean of ${spec.replicates} trials, 95% band.`
  );
}
