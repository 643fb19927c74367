// The command line of `ldp-bandits evaluate`, parsed and checked before anything is read.
import { parseArgs } from 'node:util';
import { numberOf } from '../logs/number.js';
import type { RewardRange } from '../logs/read-log.js';
import { type Made, parseMade, parseRange } from './log.js';
import { Problem } from './problem.js';

export interface EvaluateOptions {
  readonly help: boolean;
  readonly data: string;
  readonly target: string;
  readonly isPrivate: boolean;
  readonly columns: {
    readonly arm?: string | undefined;
    readonly reward?: string | undefined;
    readonly propensity?: string | undefined;
  };
  /** Undefined: one of the usual names, if the header has it; "none": no such column. */
  readonly stratum?: string | undefined;
  readonly made: Made;
  readonly rewardRange?: RewardRange | undefined;
  readonly alpha: number;
  readonly json: boolean;
  readonly csv?: string | undefined;
}

export const evaluateHelp = `Usage: ldp-bandits evaluate <log.csv|log.csv.gz|-> --target <policy> [options]

Says what another policy would have earned a decision, from the log of the policy that ran, with intervals.

A log is CSV with a header line, JSON lines or VW's dsjson, in UTF-8, plain or gzip; "-" is standard input. It is read
whole, or refused with the row: the first line says how many rows were read, and which empty ones were skipped.

A raw log has a row for each decision: what was shown, the reward from 0 to 1, and the probability with which it
was shown. Prints IPS, SNIPS, DM, DR and SWITCH with intervals.

A private log (--private) has a row for each report: columns "arm", "epsilon", "bit", and one column
"share_<arm>" for each arm with the share that the snapshot gave it. Prints IPS, SNIPS, DR, and an interval
that holds at all lengths of the log at once, if what an arm earns does not change. privateLog of
ldp-bandits/server writes such rows.

  --target <policy>           uniform; or always=<arm>; or shares by arm, as in a=0.7,b=0.2,c=0.1 (arms that are
                              not named have 0); or the path of a raw log: the share of each arm in it, in each
                              stratum. Choose it before you look at the log.

Options
  --private                   the log is one of reports
  --arm-column <name>         what was shown (default item_id, arm or action, whichever is there)
  --reward-column <name>      the reward, 0 to 1 (default click or reward)
  --reward-range <low,high>   the least and the greatest reward that there may be, as in 1,5, if not 0 and 1: declare
                              it, do not read it off the log. Results are in shares of it.
  --propensity-column <name>  probability with which it was shown (default propensity_score, propensity or
                              pscore; "none" or no such column: every arm equally likely)
  --propensities <policy>     how a log without that column was made: uniform, or shares by arm as of --target. Without it
                              there is a warning where the counts of arms are not those of equally likely ones.
  --fit-propensities <list>   or the columns that what was shown depended on, with commas between them ("user_*": all
                              that begin so; none: the stratum alone): propensities are fitted by them and the
                              stratum. Where it depended on more, no interval holds.
  --stratum-column <name>     where it was shown (default position, place or rank; "none" or no such column:
                              everywhere alike)
  --alpha <number>            intervals miss with this probability (default 0.05)
  --json                      print the result as JSON
  --csv <file>                write the estimates: estimator, value, low, high
  --help                      this text

Exit codes: 1 the log cannot say what this target earns; 2 something is wrong with what was asked for, or with
the file.

Examples
  ldp-bandits evaluate random-men.csv.gz --target bts-men.csv.gz
  ldp-bandits evaluate reports.csv --private --target always=2 --json
`;

/** @throws {Problem} with the flag and what it takes. */
export function parseEvaluateOptions(args: readonly string[]): EvaluateOptions {
  const { values, positionals } = parse(args);
  const help = values.help === true;
  const [data = ''] = positionals;
  if (!help && (positionals.length !== 1 || data === ''))
    throw new Problem(
      `evaluate takes one log; got ${positionals.length}. See ldp-bandits evaluate --help.`,
    );
  const target = values.target ?? '';
  if (!help && target === '')
    throw new Problem(
      'evaluate needs a --target, such as uniform or always=<arm>. See ldp-bandits evaluate --help.',
    );
  const isPrivate = values.private === true;
  const ofRaw = (
    [
      'reward-column',
      'reward-range',
      'propensity-column',
      'propensities',
      'fit-propensities',
      'stratum-column',
    ] as const
  ).find((name) => isPrivate && values[name] !== undefined);
  if (ofRaw) throw new Problem(`--${ofRaw} goes with a raw log, not with --private.`);
  if (values.csv === '') throw new Problem('--csv needs the name of a file.');
  return {
    help,
    data,
    target,
    isPrivate,
    columns: {
      arm: values['arm-column'],
      reward: values['reward-column'],
      propensity: values['propensity-column'],
    },
    stratum: values['stratum-column'],
    made: parseMade(values.propensities, values['fit-propensities']),
    rewardRange: parseRange(values['reward-range']),
    alpha: number('--alpha', values.alpha ?? '0.05', (x) => x > 0 && x < 1, 'above 0 and below 1'),
    json: values.json === true,
    csv: values.csv,
  };
}

function number(flag: string, text: string, fits: (x: number) => boolean, want: string): number {
  const value = numberOf(text.trim());
  if (!fits(value)) throw new Problem(`${flag} takes a number ${want}; got "${text}".`);
  return value;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        target: { type: 'string' },
        private: { type: 'boolean' },
        'arm-column': { type: 'string' },
        'reward-column': { type: 'string' },
        'propensity-column': { type: 'string' },
        propensities: { type: 'string' },
        'fit-propensities': { type: 'string' },
        'reward-range': { type: 'string' },
        'stratum-column': { type: 'string' },
        alpha: { type: 'string' },
        json: { type: 'boolean' },
        csv: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Problem(
      `${(error as Error).message.split('.')[0]}. See ldp-bandits evaluate --help.`,
    );
  }
}
