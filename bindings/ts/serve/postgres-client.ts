/** Runs the programs of PostgreSQL's client. */
import { spawn } from 'node:child_process';
import { Problem } from '../command/problem.js';
import { readPostgresAddress } from './postgres-address.js';

/**
 * The password goes through the environment: arguments are seen by every user of the machine.
 *
 * @throws {Problem} where the program is missing or fails.
 */
export async function runClient(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  address: string,
): Promise<void> {
  const { shown, password } = readPostgresAddress(address);
  const env = { ...process.env, ...(password !== null && { PGPASSWORD: password }) };
  const into = program === 'pg_restore' ? [`--dbname=${shown}`] : [shown];
  const child = spawn(program, [...args, ...into], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(new Problem(`${program} is not installed: it is part of PostgreSQL's client.`)),
    );
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Problem(`${program} failed, with exit code ${code}.`);
}
