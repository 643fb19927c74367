/** The arguments of the commands that open a store without a server. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { parsed } from './serve-options.js';

const EVERY = {
  store: { type: 'string' },
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Flags = NonNullable<ParseArgsConfig['options']>;

/**
 * @param help Printed where it is asked for.
 * @param flags Those of this command, beside `--store`, `--config` and `--help`.
 * @returns Null: help was asked for.
 * @throws {Problem} for a flag that is not known.
 */
export function readArguments<const T extends Flags>(
  args: readonly string[],
  help: string,
  flags: T,
) {
  const options = { ...EVERY, ...flags } as typeof EVERY & T;
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], allowPositionals: true, options }),
  );
  if ((values as { readonly help?: boolean }).help) {
    process.stdout.write(help);
    return null;
  }
  return { flags: values, positionals };
}
