// What the docs site has, in the order in which a reader needs it. Of a folder whose first page lists the others, that
// page is enough.
const group = (text, pages) => ({
  text,
  items: Object.entries(pages).map(([link, title]) => ({ text: title, link })),
});

export const sidebar = [
  group('Guides', {
    '/guides/install': 'Install',
    '/guides/choose': 'Choose an algorithm',
    '/guides/page': 'A page',
    '/guides/delayed-rewards': 'Delayed rewards',
    '/guides/frameworks': 'React, Vue, Svelte',
    '/guides/testing': 'Tests of a page',
    '/guides/server-rendering': 'Pages that a server renders',
    '/guides/feature-flags': 'Feature flags',
    '/guides/simulate': 'Simulate',
    '/guides/evaluate': 'Evaluate another policy',
    '/guides/python': 'Python',
    '/guides/privacy-notice': 'A privacy notice to copy',
    '/guides/legal-questions': 'Questions that a lawyer asks',
    '/guides/limits': 'Limits',
  }),
  group('Collector', {
    '/operating': 'Operating',
    '/mounts': 'Servers and runtimes',
    '/edge': 'At the edge',
    '/stores': 'Stores',
    '/collector': 'Experiments and results',
    '/scale': 'What a number of visitors needs',
  }),
  group('Algorithms', {
    '/algorithms': 'All algorithms',
    '/linear-moments': 'Private features',
    '/combinatorial': 'Slates and routes',
    '/best-arm': 'Best arm',
    '/reductions': 'Numbers and reductions',
  }),
  group('Reference', {
    '/reference/': 'API: all entries',
    '/reference/ldp-bandits': 'ldp-bandits',
    '/reference/ldp-bandits.server': 'ldp-bandits/server',
    '/reference/ldp-bandits.recommend': 'ldp-bandits/recommend',
    '/reference/ldp-bandits.simulation': 'ldp-bandits/simulation',
    '/reference/ldp-bandits.replay': 'ldp-bandits/replay',
    '/mechanisms/': 'Mechanisms and proofs',
    '/spec/': 'Specification',
  }),
  group('Measured', {
    '/measured': 'Numbers and how to check them',
    '/audit': 'Privacy audit',
    '/figures/second-generation': 'Defaults',
    '/figures/ren2020': 'Ren et al. 2020',
    '/figures/online-ldp-linear': 'Linear bandits, improved rate',
    '/figures/chen2020': 'Chen et al. 2020',
    '/figures/zheng2020': 'Zheng et al. 2020',
    '/figures/open-bandit': 'Evaluation of a real log',
    '/page-life': 'Page life',
    '/coverage': 'Lines that tests run',
  }),
  group('Project', {
    '/decisions/': 'Decisions',
    '/changelog': 'Changelog',
    '/security': 'Security policy',
  }),
];
