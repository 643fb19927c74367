// What came out, in plain words. Every sentence rests on claims of the figures; the numbers are in
// docs/figures/zheng2020.md.

export const findings: readonly string[] = [];
