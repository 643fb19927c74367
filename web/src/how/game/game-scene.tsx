/** Scene 6: the visitor plays the attacker, who sees one report and guesses the answer behind it. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { uniform } from '../../shared/random.js';
import { EpsilonStops, meaning } from '../controls.js';
import { BEGIN } from '../scenes.js';
import { bestRate } from './best-rate.js';
import { atLeast } from './luck.js';

export const ROUNDS = 20;
type Answer = 0 | 1;

interface Round {
  readonly answer: Answer;
  readonly report: Answer;
}
interface Score {
  readonly played: number;
  readonly right: number;
}

const said = (answer: Answer) => (answer === 1 ? 'yes' : 'no');
const NOTHING: Score = { played: 0, right: 0 };

/** A visitor whose answer is a fair coin, and the report that the shipped client makes of it. */
async function deal(epsilon: number): Promise<Round> {
  const answer = uniform() < 0.5 ? 1 : 0;
  const { tossCoins } = await import('../coin.js');
  const [toss] = await tossCoins(epsilon, answer, 1);
  if (!toss) throw new Error('no report came');
  return { answer, report: toss.bit };
}

export function GameScene() {
  const [epsilon, setEpsilon] = useState<number>(BEGIN.epsilon);
  const [round, setRound] = useState<Round | null>(null);
  const [last, setLast] = useState('');
  const [score, setScore] = useState<Score>(NOTHING);
  const [failure, setFailure] = useState('');
  const newest = useRef(epsilon);
  newest.current = epsilon;
  const busy = useRef(false);
  const again = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const isOver = score.played === ROUNDS;
  // The button that had the focus has gone.
  useLayoutEffect(() => {
    if (isOver) again.current?.focus();
  }, [isOver]);
  const hasBegun = round !== null;
  useLayoutEffect(() => {
    if (hasBegun) first.current?.focus();
  }, [hasBegun]);

  /** Deals a report, then shows it and what it follows in one step. */
  const next = async (show: () => void) => {
    busy.current = true;
    try {
      const dealt = await deal(epsilon);
      // The slider was moved meanwhile, which ended this game.
      if (epsilon !== newest.current) return;
      setRound(dealt);
      show();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      busy.current = false;
    }
  };
  const begin = () => {
    if (busy.current) return;
    void next(() => {
      setScore(NOTHING);
      setLast('');
    });
  };
  const guess = (answer: Answer) => {
    if (!round || busy.current) return;
    const isRight = answer === round.answer;
    const show = () => {
      setScore(({ played, right }) => ({ played: played + 1, right: right + (isRight ? 1 : 0) }));
      setLast(`The answer was ${said(round.answer)}: ${isRight ? 'right' : 'wrong'}.`);
    };
    if (score.played + 1 < ROUNDS) return void next(show);
    show();
    setRound(null);
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'y' || key === 'Y') guess(1);
    if (key === 'n' || key === 'N') guess(0);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat the two buttons inside.
    <div class="figure" onKeyDown={onKeyDown}>
      <div class="controls">
        <EpsilonStops
          id="game-epsilon"
          value={epsilon}
          onChange={(value) => {
            setEpsilon(value);
            setRound(null);
            setScore(NOTHING);
            setLast('');
          }}
        />
        <p class="game-bound">
          From even odds at most <b>{meaning(epsilon).texts.guess}</b> right on average, whatever
          the attacker does.
        </p>
      </div>
      <div class="game" role="status">
        {round ? (
          <p>
            Round {score.played + 1} of {ROUNDS}. The report says <b>{said(round.report)}</b>. What
            did the visitor answer?
          </p>
        ) : (
          <p>{isOver ? sentence(score, epsilon) : 'Each visitor answers yes or no at random.'}</p>
        )}
        <p class="fine">
          {last}{' '}
          {score.played > 0 &&
            `${score.right} of ${score.played} right (${Math.round((100 * score.right) / score.played)}%).`}
        </p>
      </div>
      <p class="run needs-script">
        {round ? (
          <>
            <button type="button" ref={first} onClick={() => guess(1)}>
              Yes <kbd>Y</kbd>
            </button>
            <button type="button" onClick={() => guess(0)}>
              No <kbd>N</kbd>
            </button>
          </>
        ) : (
          <button type="button" class="primary" ref={again} onClick={begin}>
            {isOver ? 'Play again' : `Play ${ROUNDS} rounds`}
          </button>
        )}
      </p>
      {failure && <p class="notice">No report could be drawn: {failure}</p>}
    </div>
  );
}

function sentence({ right }: Score, epsilon: number): string {
  const share = 100 * atLeast(right, ROUNDS, bestRate(epsilon));
  const often = share < 1 ? 'under 1' : String(Math.round(share));
  return `You were right ${right} of ${ROUNDS} times. The best possible attacker scores that or more in ${often}% of games.`;
}
