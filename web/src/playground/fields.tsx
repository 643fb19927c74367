/** The fields of this form: what is in them, and where a change and an error go. */
import { FieldError } from '../runs/fields.js';
import type { Draft } from './draft.js';
import { draft, edit, problem } from './state.js';

type Name = 'switchingArms' | 'epsilon' | 'silent' | 'horizon' | 'replicates' | 'seed';
type Part = 'linear' | 'slate' | 'tuning' | 'gaussian' | 'delivery';

/** @param path of the field in the form, as errors name it */
export const fieldAt = (path: string, value: string, onChange: (value: string) => void) => ({
  path,
  value,
  onChange,
  ...problemAt(path),
});

export const field = (name: Name) =>
  fieldAt(name, draft.value[name], (value) => edit({ [name]: value }));

export function fieldOf<P extends Part>(part: P, name: keyof Draft[P] & string) {
  const values = draft.value[part];
  return fieldAt(`${part}.${name}`, String(values[name]), (value) =>
    edit({ [part]: { ...values, [name]: value } }),
  );
}

/** What is wrong with a group as a whole: give the group the path. */
export const GroupError = ({ path }: { path: string }) => <FieldError {...problemAt(path)} />;

const problemAt = (path: string) => ({
  id: `field-${path.replaceAll(/[^\w]+/g, '-')}`,
  problem: problem.value?.path === path ? problem.value.text : undefined,
});
