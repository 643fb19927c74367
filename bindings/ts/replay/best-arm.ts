/** The arm with the largest index, ties uniformly at random. */
export function bestArm(
  arms: number,
  indexOf: (arm: number) => number,
  random: () => number,
): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  let ties = 0;
  for (let arm = 0; arm < arms; arm += 1) {
    const index = indexOf(arm);
    if (index > highest) {
      highest = index;
      best = arm;
      ties = 1;
    } else if (index === highest) {
      ties += 1;
      if (random() * ties < 1) best = arm;
    }
  }
  return best;
}
