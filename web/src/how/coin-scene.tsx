/** Scene 1: one visitor, one answer, one coin. The coin and the report are those of the library's client. */
import type { Report } from 'ldp-bandits';
import { useRef, useState } from 'preact/hooks';
import { epsilonText, inHundred, plural } from '../shared/format.js';
import { ZoneTitle } from '../shared/zone.js';
import { CoinBar } from './coin-bar.js';
import { Choice, EpsilonStops, meaning } from './controls.js';
import { BEGIN } from './scenes.js';

type Answer = 0 | 1;

interface Flip {
  readonly answer: Answer;
  readonly epsilon: number;
  /** Uniform in [0, 1), drawn before there was an answer. */
  readonly coin: number;
  readonly bit: Answer;
  readonly report: Report;
}

const MANY = 100;
const ANSWERS = [
  [1, 'I’d go'],
  [0, 'Not for me'],
] as const;

export function CoinScene() {
  const [epsilon, setEpsilon] = useState<number>(BEGIN.epsilon);
  const [answer, setAnswer] = useState<Answer>(1);
  const [flip, setFlip] = useState<Flip | null>(null);
  const [tally, setTally] = useState({ flips: 0, truthful: 0 });
  const [failure, setFailure] = useState('');
  const flipping = useRef(false);

  const restart = () => {
    setFlip(null);
    setTally({ flips: 0, truthful: 0 });
  };
  const flipCoins = async (count: number) => {
    if (flipping.current) return;
    flipping.current = true;
    try {
      const { tossCoins } = await import('./coin.js');
      const flips = await tossCoins(epsilon, answer, count);
      setFlip(flips.at(-1) ?? null);
      setTally(({ flips: before, truthful }) => ({
        flips: before + flips.length,
        truthful: truthful + flips.filter(({ bit }) => bit === answer).length,
      }));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      flipping.current = false;
    }
  };

  return (
    <div class="figure">
      <div class="controls">
        <Choice
          name="coin-answer"
          legend="Your answer"
          options={ANSWERS}
          value={answer}
          onChange={(value) => {
            setAnswer(value);
            restart();
          }}
        />
        <EpsilonStops
          id="coin-epsilon"
          value={epsilon}
          onChange={(value) => {
            setEpsilon(value);
            restart();
          }}
        />
      </div>
      <div class="sides">
        <section class="zone zone-device" aria-labelledby="coin-device">
          <ZoneTitle zone="device" id="coin-device" title="This device" aside="private" level={3} />
          <CoinBar epsilon={epsilon} answer={answer} coin={flip?.coin ?? null} />
          <p class="run needs-script">
            <button type="button" class="primary" onClick={() => void flipCoins(1)}>
              {flip ? 'Flip again' : 'Flip the coin'}
            </button>
            <button type="button" onClick={() => void flipCoins(MANY)}>
              Flip {MANY} times
            </button>
          </p>
          {failure && <p class="notice">The coin could not be flipped: {failure}</p>}
        </section>
        <section class="zone zone-server" aria-labelledby="coin-server">
          <ZoneTitle
            zone="server"
            id="coin-server"
            title="Server"
            aside="sees only this"
            level={3}
          />
          <p class="wire">
            {flip ? (
              <code>{new TextDecoder().decode(flip.report.body)}</code>
            ) : (
              'Nothing has crossed yet.'
            )}
          </p>
          <p>
            {meaning(epsilon).sentences.odds} {meaning(epsilon).sentences.guess}
          </p>
        </section>
      </div>
      <p role="status">
        <Outcome flip={flip} tally={tally} />
      </p>
    </div>
  );
}

function Outcome(props: { flip: Flip | null; tally: { flips: number; truthful: number } }) {
  const { flip, tally } = props;
  if (!flip) return null;
  const said = flip.bit === 1 ? '“would go”' : '“would not”';
  return (
    <>
      The coin came up {flip.coin.toFixed(2)}, so the report says {said}:{' '}
      {flip.bit === flip.answer ? 'the truth.' : 'the opposite.'}{' '}
      {tally.flips > 1 && (
        <>
          Of {plural(tally.flips, 'flip')}, <b>{tally.truthful} told the truth</b> (expected:{' '}
          {inHundred(meaning(flip.epsilon).bestGuessInHundred)}%).{' '}
          <span class="fine">
            Sending all of them would cost ε {epsilonText(tally.flips * flip.epsilon)} and reveal
            the answer. A page sends one.
          </span>
        </>
      )}
    </>
  );
}
