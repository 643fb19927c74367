/**
 * The gap in the wall and what goes through it. The rows are `Report.fields`; the bytes beside them are
 * `Report.body`, the request body itself. Randomised fields are hatched, public ones are plain.
 */
import type { Report } from 'ldp-bandits';
import type { ComponentChildren, FunctionComponent } from 'preact';

export interface PacketView {
  readonly report: Report | null;
  /** `open`: drawn and waiting for an answer, its randomised field face down. */
  readonly state: 'none' | 'open' | 'sealed' | 'sent' | 'withheld' | 'unsent';
  readonly secondsLeft: number | null;
  readonly reason: string;
  /** The budget is spent. */
  readonly isSpent: boolean;
  /** Draws a field of many numbers; absent: there is none. */
  readonly Numbers?: FunctionComponent<{ values: readonly number[] }> | undefined;
}

export function Packet({ report, state, secondsLeft, reason, isSpent, Numbers }: PacketView) {
  return (
    <>
      <p class="gap-label">
        Only this crosses <span class="arrow" aria-hidden="true" />
      </p>
      {state === 'sent' && <Envelope key={report?.id} />}
      <div class={`packet packet-${state}`} key={report?.id ?? 'none'}>
        {report && state !== 'withheld' ? (
          <Fields report={report} faceDown={state === 'open'} Numbers={Numbers} />
        ) : (
          <Empty state={state} isSpent={isSpent} />
        )}
      </div>
      <p class="gap-state">
        <State state={state} secondsLeft={secondsLeft} reason={reason} />
      </p>
    </>
  );
}

/** Crosses the gap when the report does. */
export const Envelope = () => (
  <svg class="envelope" viewBox="0 0 32 22" aria-hidden="true">
    <rect x="1.500" y="1.500" width="29" height="19" rx="2.500" />
    <path d="M2 3l14 10L30 3" />
  </svg>
);

function Fields(props: { report: Report; faceDown: boolean; Numbers: PacketView['Numbers'] }) {
  const { report, faceDown, Numbers } = props;
  const text = new TextDecoder().decode(report.body);
  return (
    <>
      <table class="packet-fields">
        <caption class="visually-hidden">Fields of the report</caption>
        <tbody>
          {report.fields.map(({ name, visibility, value }) =>
            Numbers && typeof value === 'object' && !faceDown ? (
              <tr key={name} class={visibility}>
                <td colSpan={2}>
                  {name}
                  <Numbers values={value} />
                </td>
              </tr>
            ) : (
              <tr key={name} class={visibility}>
                <th scope="row">{name}</th>
                <td>{faceDown && visibility === 'randomized' ? 'face down' : String(value)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {faceDown ? (
        <p class="packet-size">{report.body.length} bytes</p>
      ) : (
        <details class="packet-raw">
          <summary>{report.body.length} bytes</summary>
          <code>{text}</code>
        </details>
      )}
    </>
  );
}

function Empty({ state, isSpent }: Pick<PacketView, 'state' | 'isSpent'>): ComponentChildren {
  const text = () => {
    if (state === 'withheld') return 'Nothing. No report was made.';
    return isSpent ? 'No report: the budget is spent.' : 'Your report appears here.';
  };
  return <p class="packet-empty">{text()}</p>;
}

function State({
  state,
  secondsLeft,
  reason,
}: Pick<PacketView, 'state' | 'secondsLeft' | 'reason'>): ComponentChildren {
  switch (state) {
    case 'open':
      return (
        <>
          Ready to send as “no answer”. Answer to replace it. Sends in <b>{secondsLeft ?? 0} s</b>.
        </>
      );
    case 'sealed':
      return (
        <>
          Sealed. Sends in <b>{secondsLeft ?? 0} s</b>.
        </>
      );
    case 'sent':
      return 'Sent. The server has counted it.';
    case 'withheld':
    case 'unsent':
      return reason;
    default:
      return (
        <>
          <span class="key-entry">
            <span class="key key-plain" /> plain: public
          </span>{' '}
          <span class="key-entry">
            <span class="key key-hatched" /> hatched: randomised
          </span>
        </>
      );
  }
}
