/** What a bit about one answer says. */
import { percentText } from '../shared/format.js';

export function answerPictures(truth: number) {
  const [same, other] = [percentText(truth), percentText(100 - truth)];
  return [
    {
      filled: truth,
      label: `${same} of those who would go send y = 1`,
      text: (
        <>
          <b>{same}</b> of yes answers are sent as yes.
        </>
      ),
    },
    {
      filled: 100 - truth,
      label: `${other} of those who would not go send y = 1`,
      text: (
        <>
          <b>{other}</b> of no answers are sent as yes.
        </>
      ),
    },
  ];
}
