/** From the path in a spec that an error names to the field of the form that it was made from. */
import { rowsOf } from './build-spec.js';
import type { Draft } from './draft.js';

/** @param path such as `runs[1].population.levels[0]` */
export function fieldPath(path: string, draft: Draft): string {
  const run = /^runs\[(\d+)\]\.?(.*)$/.exec(path);
  if (run) return runField(Number(run[1]), run[2] ?? '', draft);
  if (path === 'environment.arms' && draft.world === 'switching') return 'switchingArms';
  if (draft.world === 'linear' && path.startsWith('environment.'))
    return path.replace('environment.', 'linear.');
  if (draft.world === 'tuning' && path.startsWith('environment.'))
    return path.startsWith('environment.loss') ? 'tuning.loss' : 'tuning.dimension';
  if (path.startsWith('environment.set')) return slateField(path.replace('environment.set', ''));
  if (path.startsWith('environment.'))
    return path
      .replace(/^environment\.means\[(\d+)\]$/, 'arms[$1].mean')
      .replace(/^environment\.(means$|arms)/, 'arms');
  if (path === 'spec') return 'horizon';
  return path === 'runs' ? 'learners' : path;
}

/** `groups[2]`, `most[0]`, `choose`; what is wrong with the set as a whole is seen where its size is. */
function slateField(path: string): string {
  const kind = /^\.groups\[(\d+)\]$/.exec(path);
  if (kind) return `arms[${kind[1]}].kind`;
  return path.startsWith('.most') ? 'slate.most' : 'slate.choose';
}

function runField(index: number, path: string, draft: Draft): string {
  const [head = '', ...rest] = path.split('.');
  const tail = rest.join('.');
  switch (head) {
    case 'epsilon':
      return 'epsilon';
    case 'delivery':
      return path;
    case 'population':
      return draft.levels === 'clipped-gaussian' ? `gaussian.${tail}` : menuField(tail, draft);
    case 'policy':
      return tail.startsWith('rewards') ? tail : `learners[${learnerOf(index, draft)}].${tail}`;
    default:
      return `learners[${learnerOf(index, draft)}]`;
  }
}

/** A baseline has no row in the form, and keeps its number. */
const learnerOf = (run: number, draft: Draft) => rowsOf(draft)[run]?.index ?? run;

/** Silent visitors are level 0 in front of the menu. */
function menuField(path: string, draft: Draft): string {
  const found = /^(levels|probabilities)(?:\[(\d+)\])?$/.exec(path);
  if (!found) return 'levels';
  const [, list, place] = found;
  const isSilent = Number(draft.silent) !== 0;
  const row = Number(place ?? Number.NaN) - (isSilent ? 1 : 0);
  if (row === -1) return 'silent';
  if (draft.levels === 'one') return list === 'levels' ? 'epsilon' : 'silent';
  if (Number.isNaN(row)) return list === 'levels' ? 'menu' : 'shares';
  return `menu[${row}].${list === 'levels' ? 'level' : 'share'}`;
}

/** The path, then what it is a part of: for a field that the form does not show by itself. */
export function withParents(path: string): readonly string[] {
  const shorter = path.replace(/(\.[^.[\]]+|\[\d+\])$/, '');
  return shorter === path ? [path] : [path, ...withParents(shorter)];
}
