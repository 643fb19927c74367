/** Something that the person at the keyboard can put right. Printed as it is, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem';
}
