// What came out, in plain words. Every sentence rests on claims of the figures; the numbers are in
// docs/figures/zheng2020.md.

export const findings: readonly string[] = [
  'Every row of table 1 grows with the rounds as it says, up to logarithms: with one bit at ε = 1 the exponents are about 0.77 for 3/4, 0.73 and 0.71 for 2/3, 0.56 and 0.49 for 1/2. With two points and strong convexity eight times the rounds cost about one and a half times the regret.',
  'What the noise costs is less than table 1 says where steps know it: its square root for convex losses, its power of 2/3 if they are smooth or strongly convex, all of it if they are both or if there are two points; not 1/ε² there.',
  'Tuned steps have 17 to 31 % less regret than those of the bounds.',
  'Tsallis-INF behind one bit is nearly as good against an adversary as where nothing changes. UCB1 loses in every round there, with privacy and without.',
  'KL-LUCB on one bit stops within 15 % of what is predicted. At ε = 1 it takes 5.2 and 5.6 times the visitors that it takes without privacy, in the two worlds; predicted were 5.8 and 5.6. Its error probability is kept with much to spare: in 10,000 runs with 5 % allowed hardly an answer is wrong. The heuristic constants of lil’UCB ask a fifth to two fifths as many visitors; nothing is proven of them.',
  'At ε = 1 and below algorithm 3 cannot be told from uniform play in 100,000 rounds. With one release in place of three, a ridge that fits the noise and Newton steps there is a quarter of its regret at ε = 1, and no δ.',
  'Where contexts vary no algorithm here is as slow as T^(3/4), and up to ε = 2 gradient descent without any exploration is not behind. With fixed arms the greedy learners lose no more on average. That optimism makes trials steadier shows for GLOC, whose standard error it divides by three or more, not for Newton steps.',
];
