/** Scene 3: many rounds; intervals shrink, and what learning costs is counted. */
import { useState } from 'preact/hooks';
import { countText, epsilonText, plural } from '../shared/format.js';
import { EpsilonStops, RunButton, Slider } from './controls.js';
import { lastOf, RegretChart } from './curves.js';
import { Intervals } from './intervals.js';
import { BEGIN, type Curves, type HowStart } from './scenes.js';
import { Snippet } from './snippet.js';
import banditCode from './snippets/bandit.mjs?raw';
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
        label="Learn again, with fresh coins"
        busy="Visitors are coming."
        onStart={() => run(epsilon)}
        onStop={() => {
          learning.stop();
          regret.stop();
        }}
      />
      <RegretChart curves={curves} summary={sentence(curves)} />
      <Snippet id="bandit-code" code={banditCode} settings={{ epsilon }} />
    </div>
  );
}

function sentence(curves: Curves): string {
  const { spec, partial } = curves;
  const epsilon = spec.runs[0]?.epsilon ?? 0;
  if (partial) {
    const trials = Math.min(...curves.curves.map(({ replicates }) => replicates));
    return `At ε = ${epsilonText(epsilon)}, counted in part: ${trials} of ${spec.replicates} trials.`;
  }
  const coin = lastOf(curves, 'through the coin');
  const reader = lastOf(curves, 'reading every answer');
  return (
    `After ${countText(spec.horizon)} visitors at ε = ${epsilonText(epsilon)}, learning through the coin has lost ` +
    `${countText(coin)} of them, ${(coin / reader).toFixed(1)} times what reading every answer loses (${countText(reader)}); ` +
    `posters at random lose ${countText(lastOf(curves, 'at random, for ever'))}. ` +
    `Mean of ${spec.replicates} trials with its 95\u00a0% band.`
  );
}
