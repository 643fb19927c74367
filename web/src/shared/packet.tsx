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
  /** Draws a field of many numbers; absent: there is none. */
  readonly Numbers?: FunctionComponent<{ values: readonly number[] }> | undefined;
}

export function Packet({ report, state, secondsLeft, reason, Numbers }: PacketView) {
  return (
    <>
      <p class="gap-label">
        Only this crosses <span class="arrow" aria-hidden="true" />
      </p>
      <div class={`packet packet-${state}`} key={report?.id ?? 'none'}>
        {report && state !== 'withheld' ? (
          <Fields report={report} faceDown={state === 'open'} Numbers={Numbers} />
        ) : (
          <Empty state={state} />
        )}
      </div>
      <p class="gap-state">
        <State state={state} secondsLeft={secondsLeft} reason={reason} />
      </p>
    </>
  );
}

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

function Empty({ state }: { state: PacketView['state'] }): ComponentChildren {
  return (
    <p class="packet-empty">
      {state === 'withheld' ? 'Nothing. No packet was made.' : 'Your first packet shows here.'}
    </p>
  );
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
          Made out for silence. Your answer replaces it. Leaves in <b>{secondsLeft ?? 0} s</b>.
        </>
      );
    case 'sealed':
      return (
        <>
          Sealed. Leaves in <b>{secondsLeft ?? 0} s</b>, answer or not.
        </>
      );
    case 'sent':
      return 'Sent, and counted by the server.';
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
            <span class="key key-hatched" /> hatched: scrambled
          </span>
        </>
      );
  }
}
