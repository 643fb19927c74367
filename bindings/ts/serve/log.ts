/**
 * Structured logs: one JSON object a line. Written by hand and not by a logger, because it is one call:
 * there are no lines per request, so there is nothing to make fast, no child and no level to set.
 *
 * What may be in a line is names of experiments, numbers, and texts of the collector's own or of its
 * database's driver. Never an address, a user agent, a report or its id.
 */

export type Level = 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** `event` is a word for machines, the same for all lines of a kind. */
export type Log = (level: Level, event: string, fields?: Fields) => void;

/** Longer texts of a driver are cut: they may quote a statement. */
const LONGEST_CAUSE = 300;

/**
 * @param write Takes one line with its end.
 * @param secrets Texts that no field may have, e.g. the password of the database.
 */
export function createLog(write: (line: string) => void, secrets: readonly string[] = []): Log {
  const hidden = secrets.filter((secret) => secret !== '');
  return (level, event, fields = {}) => {
    // Texts of fields only: a password may be the name of a level or a field.
    const safe = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? hidden.reduce(hide, value) : value,
    ]);
    const head = { time: new Date().toISOString(), level, event };
    write(`${JSON.stringify({ ...head, ...Object.fromEntries(safe) })}\n`);
  };
}

function hide(text: string, secret: string): string {
  return text.replaceAll(secret, '***');
}

/** What an error came from: name, code and text only, since other members may hold what was to be stored. */
export function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as { readonly code?: unknown };
  const name = typeof code === 'string' ? `${cause.name} ${code}` : cause.name;
  return `${name}: ${cause.message}`.slice(0, LONGEST_CAUSE);
}
