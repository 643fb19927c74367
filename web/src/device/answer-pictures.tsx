/** What a bit about one answer says, and how it is made. */
import { inHundred } from '../shared/format.js';

export function answerPictures(truth: number) {
  const [same, other] = [inHundred(truth), inHundred(100 - truth)];
  return [
    {
      filled: truth,
      label: `${same} of 100 who would go send y = 1, the others y = 0`,
      text: (
        <>
          Of 100 who’d go, <b>{same}</b> reports say so, {other} say the opposite.
        </>
      ),
    },
    {
      filled: 100 - truth,
      label: `${other} of 100 who would not go send y = 1, the others y = 0`,
      text: (
        <>
          Of 100 who would not, <b>{other}</b> reports say they’d go.
        </>
      ),
    },
  ];
}

/** How a bit about one answer is made. */
export function CoinInWords({ truth }: { truth: number }) {
  return (
    <>
      Mechanism: convert-to-Bernoulli. The answer picks an integer threshold, 64 random bits from
      this device are compared with it, and the result is the bit y, true to the answer{' '}
      {inHundred(truth)} times in 100. No floating-point noise.
    </>
  );
}
