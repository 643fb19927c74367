/** The form as text, and the situation that the library reads from it. */
import type { Situation } from 'ldp-bandits/recommend';

/** What is typed or chosen, by the name of the field in a situation; `least` and `largest` make its range. */
export interface Draft {
  readonly choose: string;
  readonly see: string;
  readonly goal: string;
  readonly changing: string;
  readonly options: string;
  readonly shown: string;
  readonly features: string;
  readonly fixed: string;
  readonly numbers: string;
  readonly visitors: string;
  readonly epsilon: string;
  /** Percent who say yes to an ordinary option. */
  readonly rate: string;
  /** Percentage points by which the best is better. */
  readonly gap: string;
  readonly errorProbability: string;
  readonly least: string;
  readonly largest: string;
}

export const FIRST_DRAFT: Draft = {
  choose: 'one',
  see: 'click',
  goal: 'earn',
  changing: 'no',
  options: '4',
  shown: '2',
  features: '5',
  fixed: 'no',
  numbers: '2',
  visitors: '20000',
  epsilon: '1',
  rate: '40',
  gap: '10',
  errorProbability: '5',
  least: '',
  largest: '',
};

/** The fields that a draft shows: what the others say has no meaning in it. */
export function fieldsOf({ choose, see, goal }: Draft): ReadonlySet<keyof Draft> {
  const fields = new Set<keyof Draft>(['choose', 'see', 'visitors', 'epsilon', 'gap']);
  if (choose === 'one') {
    fields.add('goal');
    fields.add(goal === 'decide' ? 'errorProbability' : 'changing');
  }
  if (choose === 'number') fields.add('numbers');
  else fields.add('options');
  if (choose === 'set') fields.add('shown');
  if (choose === 'by-context') fields.add('features').add('fixed');
  if (see === 'value') fields.add('least').add('largest');
  if (see === 'click' && (choose === 'one' || choose === 'set')) fields.add('rate');
  return fields;
}

/** Typed in percent; the library reads parts of one. */
export const IN_PERCENT: ReadonlySet<keyof Draft> = new Set(['rate', 'gap', 'errorProbability']);

/** Text that is no number stays text, for the library to name it. */
const number = (text: string): number => {
  const value = Number(text.trim());
  return (text.trim() === '' || Number.isNaN(value) ? text : value) as number;
};

const partOf = (name: keyof Draft, value: number) =>
  IN_PERCENT.has(name) && typeof value === 'number' ? Number((value / 100).toPrecision(12)) : value;

/** Only what the draft shows, in the library's words. */
export function situationOf(draft: Draft): Situation {
  const shown = fieldsOf(draft);
  const numbers = (
    [
      'options',
      'shown',
      'features',
      'numbers',
      'visitors',
      'epsilon',
      'rate',
      'gap',
      'errorProbability',
    ] as const
  ).filter((name) => shown.has(name));
  const bounds = [draft.least, draft.largest];
  const hasRange = shown.has('least') && bounds.some((text) => text.trim() !== '');
  return {
    choose: draft.choose,
    see: draft.see,
    ...Object.fromEntries(numbers.map((name) => [name, partOf(name, number(draft[name]))])),
    ...(shown.has('goal') ? { goal: draft.goal } : {}),
    ...(shown.has('fixed') && draft.fixed === 'yes' ? { fixed: true } : {}),
    ...(shown.has('changing') ? { changing: draft.changing === 'yes' } : {}),
    ...(hasRange ? { range: bounds.map(number) } : {}),
  } as unknown as Situation;
}

/** The field of the form that an error of the library is about. */
export function fieldOf(parameter: string): keyof Draft {
  const name = parameter.replace(/^situation\.?/, '');
  if (name === 'range[1]') return 'largest';
  if (name.startsWith('range')) return 'least';
  return name in FIRST_DRAFT ? (name as keyof Draft) : 'choose';
}

/** After `#`: what differs from the first draft. */
export function toFragment(draft: Draft): string {
  const shown = fieldsOf(draft);
  const changed = Object.entries(draft).filter(
    ([name, value]) => shown.has(name as keyof Draft) && value !== FIRST_DRAFT[name as keyof Draft],
  );
  return new URLSearchParams(changed).toString();
}

/** Whatever stands there: unknown names are left out, and no value is longer than a number is. */
export function fromFragment(fragment: string): Draft {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const known = [...given].filter(([name, value]) => name in FIRST_DRAFT && value.length <= 24);
  const draft = { ...FIRST_DRAFT, ...Object.fromEntries(known) };
  const oneOf = (
    name: 'choose' | 'see' | 'goal' | 'changing' | 'fixed',
    words: readonly string[],
  ) => (words.includes(draft[name]) ? draft[name] : FIRST_DRAFT[name]);
  return {
    ...draft,
    choose: oneOf('choose', ['one', 'set', 'by-context', 'number']),
    see: oneOf('see', ['click', 'value', 'comparison']),
    goal: oneOf('goal', ['earn', 'decide']),
    changing: oneOf('changing', ['no', 'yes']),
    fixed: oneOf('fixed', ['no', 'yes']),
  };
}
