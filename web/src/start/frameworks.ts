/** The page's half for a framework: the same options, and a hook that makes one decision a place. */
import type { Recommendation, RecommendedCode } from 'ldp-bandits/recommend';

export const FRAMEWORKS = ['module', 'react', 'vue'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

export const FRAMEWORK_WORDS: Readonly<Record<Framework, string>> = {
  module: 'a plain module',
  react: 'React',
  vue: 'Vue',
};

/** Whether `choose` takes features: learners of them have a dimension. */
export const takesContext = (algorithm: Recommendation['algorithm'] | null): boolean =>
  algorithm !== null && 'dimension' in algorithm;

/**
 * `page` begins with the import that the algorithm needs.
 *
 * @param hasContext whether `choose` takes features
 */
export function pageCode(
  framework: Framework,
  { page, options }: RecommendedCode,
  hasContext: boolean,
): string {
  if (framework === 'module') return page;
  const argument = hasContext ? 'features' : '';
  const head = `${page.slice(0, page.indexOf('\n'))}
${framework === 'react' ? "import { useEffect, useState } from 'react';" : "import { onMounted, onUnmounted, shallowRef } from 'vue';"}

// One for the whole page.
const bandit = createBandit(${options});
`;
  return head + (framework === 'react' ? react(argument) : vue(argument));
}

const react = (argument: string) => `
/** null until it is there, and if it fails: show your usual option. Then show \`decision.action\`, and give the feedback to \`decision.reward\`. */
export function useDecision(${argument}) {
  const [decision, setDecision] = useState(null);
  useEffect(() => {
    let mine = null;
    let left = false;
    bandit.then((b) => {
      if (!left) setDecision((mine = b.choose(${argument})));
    }, console.error);
    return () => {
      left = true;
      mine?.[Symbol.dispose](); // unanswered: reported as silence, which is no signal
    };
  }, []); // once: every choice reserves one report's budget
  return decision;
}
`;

const vue = (argument: string) => `
/** null until it is there, and if it fails: show your usual option. Then show \`decision.action\`, and give the feedback to \`decision.reward\`. */
export function useDecision(${argument}) {
  const decision = shallowRef(null);
  let left = false;
  onMounted(async () => {
    const b = await bandit;
    if (!left) decision.value = b.choose(${argument}); // reserves one report's budget
  });
  onUnmounted(() => {
    left = true;
    decision.value?.[Symbol.dispose](); // unanswered: reported as silence, which is no signal
  });
  return decision;
}
`;
