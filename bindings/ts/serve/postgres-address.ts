/** What a `postgres://` address says, taken apart so that its password stays out of logs, errors and arguments. */
import { Problem } from '../command/problem.js';

export interface PostgresAddress {
  /** The address without a password. */
  readonly shown: string;
  /** Null: it has none. */
  readonly password: string | null;
  /** Texts that no log may have: the password, also as it is written in the address. */
  readonly secrets: readonly string[];
}

/** @throws {Problem} for an address that is no URL, or that has a `%` which encodes nothing. */
export function readPostgresAddress(address: string): PostgresAddress {
  if (!URL.canParse(address)) {
    throw new Problem('--store: the postgres:// address is not a URL. Encode the password.');
  }
  const url = new URL(address);
  const written = url.password;
  // Drivers and libpq take the one of the query where there are both.
  const inQuery = url.searchParams.get('password');
  url.password = '';
  if (inQuery !== null) url.searchParams.delete('password');
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new Problem(
        `--store: ${url.href} has a % that encodes nothing, in its user, password or database. Write %25 for a %.`,
      );
    }
  };
  const [inside] = [written, url.username, url.pathname].map(decode);
  const secrets = [written, inside ?? '', inQuery ?? ''].filter((text) => text !== '');
  return { shown: url.href, password: inQuery ?? (inside || null), secrets };
}
