/** The button that lets forty invented people use the recommended code in this page. */
import { useSignal } from '@preact/signals';
import type { Recommendation, Situation } from 'ldp-bandits/recommend';
import { useEffect, useRef } from 'preact/hooks';
import { CodeText } from '../runs/code-text.js';
import type { Rehearsed } from './rehearsal.js';

const PEOPLE = 40;

export function RunHere(props: { situation: Situation; recommendation: Recommendation }) {
  const done = useSignal<Rehearsed | null>(null);
  const status = useSignal('');
  const running = useRef<AbortController | null>(null);
  // What ran before was another recommendation.
  const name = JSON.stringify(props.recommendation.algorithm) + props.situation.epsilon;
  useEffect(
    () => () => {
      running.current?.abort();
      done.value = null;
      status.value = '';
    },
    [name],
  );
  const run = async () => {
    const life = new AbortController();
    running.current = life;
    status.value = 'Loading the collector.';
    try {
      const { rehearse } = await import('./rehearsal.js');
      for await (const state of rehearse(props.recommendation, props.situation, life.signal)) {
        if (life.signal.aborted) return;
        done.value = state;
        status.value = `${state.people} of ${PEOPLE} people.`;
        await new Promise((resolve) => setTimeout(resolve));
      }
      status.value = `Done: ${PEOPLE} people, invented. Half of them liked what they saw, so there was nothing to learn.`;
    } catch (error) {
      if (life.signal.aborted) return;
      status.value = `It did not run here: ${error instanceof Error ? error.message : error}`;
    } finally {
      if (running.current === life) running.current = null;
    }
  };
  const isRunning = running.current !== null && done.value !== null && done.value.people < PEOPLE;
  return (
    <section class="embed-run needs-script" aria-labelledby="run-title">
      <h2 id="run-title">See it run</h2>
      <p>
        Client and collector of this recommendation, both in this tab, with forty invented people.
        Nothing leaves the tab.
      </p>
      <p class="run">
        <button type="button" onClick={() => void run()} disabled={isRunning}>
          Let forty people come
        </button>
        <span class="fine" role="status">
          {status.value}
        </span>
      </p>
      {done.value && (
        <dl class="embed-wire">
          <dt>The last report that would have left</dt>
          <dd>
            <CodeText label="The last report" text={done.value.report} />
          </dd>
          <dt>What every page gets back, the same for everybody</dt>
          <dd>
            <CodeText label="The snapshot" text={done.value.snapshot} />
          </dd>
        </dl>
      )}
    </section>
  );
}
