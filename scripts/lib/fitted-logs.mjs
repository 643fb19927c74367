/** Logs whose rows were shown by what they say of a visitor, without saying how. */
import { uniform } from './uniform.mjs';

const DEVICES = ['desk', 'phone', 'tablet'];
/** Sum 0: what devices add to clicks. */
const KEENER = [0, 0.4, -0.4];
/** Of the absolute value of a normal number. */
const MEDIAN = 0.6744897501960817;

/**
 * A row has an age, standard normal, and a device. "linear": the logarithm of an arm's chance is linear in both, as the fit
 * takes it to be; "bent": age counts by its square. Both also move clicks, by the same factor for every arm, whose mean over
 * visitors is 1: so `truth` is exact. `target` always shows arm 0.
 */
export function fittedLog({ kind, arms, rows, rate }, seed) {
  const random = uniform(seed);
  const known = new Float64Array(rows);
  const lines = ['arm,reward,age,device'];
  for (let row = 0; row < rows; row += 1) {
    const age = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const device = Math.floor(3 * random());
    const pull = kind === 'bent' ? age * age - 1 : age;
    const weights = Array.from({ length: arms }, (_, arm) =>
      Math.exp(pull * ((2 * arm) / (arms - 1) - 1) * 0.7 + (device === arm % 3 ? 0.7 : 0)),
    );
    const sum = weights.reduce((total, weight) => total + weight);
    let left = random() * sum;
    let arm = 0;
    while (arm < arms - 1 && left >= weights[arm]) left -= weights[arm++];
    known[row] = weights[arm] / sum;
    const elder = kind === 'bent' ? Math.sign(Math.abs(age) - MEDIAN) : Math.tanh(2 * age);
    const keen = 1 + 0.4 * elder + KEENER[device];
    const clicks = random() < rate * keen * (0.7 + (0.4 * arm) / (arms - 1));
    lines.push(`${arm},${clicks ? 1 : 0},${age},${DEVICES[device]}`);
  }
  const target = Array.from({ length: arms }, (_, arm) => (arm === 0 ? 1 : 0));
  return { csv: lines.join('\n'), known, truth: 0.7 * rate, target };
}
