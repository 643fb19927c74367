// The help of `ldp-bandits replay`, and the algorithms that it names.
import { delta } from '../generated/catalog-multi-armed.js';
import { replayable } from '../replay/index.js';

/** The first of each is its default. */
export const KNOWN = {
  arms: replayable('arms', 'ldp-thompson'),
  contexts: replayable('contexts', 'ldp-linear-moments'),
  slates: replayable('slates', 'combinatorial-thompson'),
};

/** The names of all algorithms, in lines of the help: a sentence each for arms, contexts and slates. */
function listed(known: typeof KNOWN): string {
  const indent = ' '.repeat(30);
  return Object.values(known)
    .flatMap((names) => `${names.join(', ')}.`.match(/.{1,78}(\s|$)/g) ?? [])
    .map((line) => `${indent}${line.trim()}`)
    .join('\n');
}

export const replayHelp = `Usage: ldp-bandits replay --data <log.csv|log.csv.gz|-> [options]

Replays a log of shown arms and rewards: the report of each logged visitor is randomised in the WebAssembly
that pages load, and learnt from in the one that collectors load; its noise comes from the seed. Prints the
click-through that the policies would have had, with and without privacy, with standard errors.

A logged row counts when the policy chooses the arm that the log shows (replay, Li et al. 2011); all
others are skipped.

With --features the choice is personal: the columns stay in the client, which chooses by them and
sends a noisy vector. With --label-column the file is a classification set in place of a log: a
visitor is a row drawn with replacement, an arm is a class, the reward is 1 for the right one. What
every arm would have earned is known then, so the regret is exact.

With --slates the policy fills all places of a slate at once, and one arm of it is reported: the one that
the public snapshot names, before the visitor sees anything.

Options
  --data <path>               CSV with a header line, JSON lines or VW's dsjson, in UTF-8, plain or gzip; "-" is
                              standard input. It is read whole, or refused with the row; empty rows are skipped and counted. The file
                              stays where it is.
  --epsilon <list>            privacy loss of one report, 0.001 to 32; several with commas
                              (default 1,2,8)
  --algorithm <name>          default ldp-thompson; with features ldp-linear-moments; with slates cucb-ldp-kl,
                              or combinatorial-thompson where a place of the slate matters. All others:
${listed(KNOWN)}
  --arm-column <name>         what was shown (default item_id, arm or action, whichever is there)
  --reward-column <name>      the reward, 0 to 1 (default click or reward)
  --propensity-column <name>  probability with which it was shown (default propensity_score,
                              propensity or pscore; "none" or no such column: every arm equally
                              likely)
  --propensities <policy>     how a log without that column was made: uniform, or shares by arm as in a=0.9,b=0.1.
                              Without it nothing is compared where the counts of arms are not those of equally
                              likely ones.
  --fit-propensities <list>   or the columns that what was shown depended on, with commas between them ("user_*": all
                              that begin so; none: it depended on nothing): propensities are fitted by them. Where
                              it depended on more, no interval holds.
  --reward-range <low,high>   the least and the greatest reward that there may be, as in 1,5, if not 0 and 1: declare
                              it, do not read it off the log. Results are in shares of it.
  --passes <n>                go over the log n times, the learner going on (default 1). It gives the
                              learner more rounds and the estimate no new data: standard errors count
                              each logged row once.
  --rows <n>                  use the first n rows only
  --seed <text>               of all that is drawn: the same seed gives the same result (default: a new one,
                              which is printed)
  --replicates <n>            private and non-private runs with noise of their own (default 1)
  --workers <n>               threads for the runs: a number, or auto (default 0: none but this one)
  --json                      print the result as JSON
  --csv <file>                write the estimates as they came about: label, kind, epsilon, replicate, t,
                              matched, mean, low, high, complete
  --svg <file>                write a plot of the same
  --title <text>              of the plot, for those who do not see it
  --size <width>x<height>     of the plot in pixels (default 720x420)
  --help                      this text

Context
  --features <list>           columns that describe a visitor, with commas between them; "user_*" is
                              every column that begins so, "*" every one that is nothing else.
                              Numbers are centred and scaled; text counts as a category. An odd cell among
                              numbers is refused.
  --fill mean                 the mean of the column in place of a cell without a value (empty, NA, NaN, null)
  --arm-features <path>       CSV that describes the arms, joined on the arm column. An arm's features
                              are then products of its own and the visitor's; without it every arm
                              has a block of its own. At most 128 numbers in all.
  --visitor-features <path>   file that describes the visitors, all of its columns, joined on --visitor-column
  --visitor-column <name>     of the log and of that file: which visitor came
  --reduce <n>                n averages of neighbouring columns in place of the columns: noise grows
                              with their number
  --label-column <name>       the class of a row of a classification set
  --no-header                 the file has no header line; columns are called 1, 2, 3 ...
  --rounds <n>                visitors of one trial of a classification set (default 2000)
  --trials <n>                trials of a classification set, for standard errors (default 3)
  --delta <number>            of Gaussian reports (default ${delta.default})

Slates
  --slates                    rows are places of slates. With positions an arm is an item at a place, no
                              item is shown twice, and every place has an item; without them a slate
                              has as many items as the largest impression.
  --impression-column <name>  rows with the same value were shown together (default impression,
                              impression_id, slate or slate_id; "none" or no such column: every row is
                              one place of a slate whose others the log does not have)
  --position-column <name>    the place (default position, place or rank; "none" or no such column: the
                              order does not matter)

Examples
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --epsilon 1,8
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --features "user_feature_*" --reduce 2
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --slates --passes 5 --epsilon 8
  ldp-bandits replay --data digits.csv.gz --no-header --label-column 65 --reduce 8 --epsilon 4
`;
