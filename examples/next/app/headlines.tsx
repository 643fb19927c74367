'use client';

import { BanditProvider, type BanditsSetup, useBandit } from 'ldp-bandits/react';

const headlines = ['A quiet week', 'What the sea knows', 'Ten small forests'];

function Headline() {
  const algorithm = { type: 'ldp-thompson', arms: headlines.length } as const;
  const { action, ref, reward } = useBandit('headlines', algorithm, { fallback: 0 });
  return (
    <a id="headline" href="/read" ref={ref} onClick={() => reward(1)}>
      {headlines[action]}
    </a>
  );
}

export function Headlines({ bootstrap, choices }: Pick<BanditsSetup, 'bootstrap' | 'choices'>) {
  return (
    <BanditProvider
      endpoint="/collector"
      privacy={{ epsilon: 1, epsilonTotal: 8 }}
      maxDelayMs={5_000}
      bootstrap={bootstrap}
      choices={choices}
    >
      <Headline />
    </BanditProvider>
  );
}
