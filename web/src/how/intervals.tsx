/** What the server believes of each option, with the truth of the simulation marked on each line. */
import { countText } from '../shared/format.js';
import { BEST, type Lesson, OPTION_NAMES, TASTE } from './scenes.js';

const at = (share: number) => `${2 + 96 * Math.min(1, Math.max(0, share))}%`;
const text = (share: number) => String(Math.round(share * 100));
const percent = (share: number) => `${text(share)}%`;

export function Intervals({ lesson }: { lesson: Lesson }) {
  return (
    <table class="intervals">
      <caption>
        Dot and bar: the server’s estimate and its 95% interval. Cross: the truth, which only a
        simulation can know.
      </caption>
      <thead>
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Would go</th>
          <th scope="col">Shown to</th>
          <th scope="col">Next</th>
        </tr>
      </thead>
      <tbody>
        {OPTION_NAMES.map((name, arm) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {arm === BEST && <span class="fine"> best</span>}
            </th>
            <td>
              <div class="estimate">
                <Line lesson={lesson} arm={arm} />
                <span>{estimateText(lesson, arm)}</span>
              </div>
            </td>
            <td>{countText(lesson.shown[arm] ?? 0)}</td>
            <td>{percent(lesson.share[arm] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line({ lesson, arm }: { lesson: Lesson; arm: number }) {
  const mean = lesson.mean[arm] ?? null;
  const half = lesson.halfWidth[arm] ?? 0;
  const truth = TASTE[arm] ?? 0;
  return (
    <svg class="interval" role="img" aria-label={`Truth ${percent(truth)}`}>
      <line class="belief-track" x1="2%" x2="98%" y1="50%" y2="50%" />
      {mean !== null && (
        <>
          <line
            class="belief-interval"
            x1={at(mean - half)}
            x2={at(mean + half)}
            y1="50%"
            y2="50%"
          />
          <circle class="belief-dot" cx={at(mean)} cy="50%" r="6" />
        </>
      )}
      <svg class="truth-cross" aria-hidden="true" x={at(truth)} y="50%" overflow="visible">
        <path d="M-5-9 5 9M5-9-5 9" />
      </svg>
    </svg>
  );
}

function estimateText(lesson: Lesson, arm: number): string {
  const mean = lesson.mean[arm] ?? null;
  if (mean === null) return 'none yet';
  return `${percent(mean)} ± ${text(lesson.halfWidth[arm] ?? 0)}`;
}
