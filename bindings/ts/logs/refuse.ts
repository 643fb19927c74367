// A log that is not read: the file, the row where there is one, what is wrong, and what to do.
import { LdpError } from '../internal/errors.js';

export interface Place {
  /** The N-th below the header, empty rows counted; 0: the header. */
  readonly row?: number;
  readonly column?: string;
}

/** `what` goes on where the place ends, says what is wrong and then what to do, and has no full stop. */
export function refused(source: string, place: Place, what: string): LdpError<'bad_log'> {
  const { row, column } = place;
  const where = row === undefined ? '' : row === 0 ? ', the header' : `, row ${row}`;
  const named = column === undefined ? ' ' : ` column "${column}" `;
  const colon = where === '' && column === undefined ? '' : ':';
  return new LdpError('bad_log', `${source}${where}${colon}${named}${what}.`, {
    details: { source, ...place, reason: what },
  });
}

/** A cell in an error: at most 40 characters, in one line. */
export function shown(text: string): string {
  const whole = JSON.stringify(text);
  return whole.length > 42 ? `${whole.slice(0, 41)}…"` : whole;
}
