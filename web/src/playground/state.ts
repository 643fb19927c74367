/** The form, what is wrong in it, and the run that was made of it. */
import { computed, signal } from '@preact/signals';
import { encodeSpec, LdpError, type SimulationSpec } from 'ldp-bandits/simulation';
import { defaultLearnerIn, learnersIn, specOf } from './build-spec.js';
import type { Draft, World } from './draft.js';
import { fieldPath, withParents } from './field-path.js';
import { Playback } from './playback.js';
import { PRESETS, type Preset } from './presets.js';
import { draftOf } from './read-spec.js';

export interface Problem {
  /** Of the field that shows it; empty: no field does. */
  readonly path: string;
  readonly text: string;
}

export const draft = signal<Draft>((PRESETS[0] as Preset).draft);
/** A spec that the form cannot say: played as it is, until the form is wanted again. */
export const beyondForm = signal<SimulationSpec | null>(null);
export const problem = signal<Problem | null>(null);
export const playback = signal<Playback | null>(null);
/** What a link promised of its run. */
export const promised = signal<readonly string[]>([]);
export const logRounds = signal(true);
/** Uniform play dwarfs every learner; a logarithm shows both. */
export const logRegret = signal(false);
/** The form has changed since the run on show was made. */
export const changed = computed(
  () => playback.value !== null && JSON.stringify(playback.value.spec) !== JSON.stringify(wanted()),
);

export function edit(change: Partial<Draft>): void {
  draft.value = { ...draft.value, ...change };
  problem.value = null;
}

/** Learners that cannot play in the new world make room for its default one. */
export function takeWorld(world: World): void {
  const able = learnersIn(world).map(({ id }): string => id);
  const kept = draft.value.learners.filter(({ type }) => able.includes(type));
  const learners =
    kept.length > 0 ? kept : [{ number: 0, type: defaultLearnerIn(world), values: {} }];
  edit({ world, learners });
}

export function takePreset(preset: Preset): void {
  beyondForm.value = null;
  promised.value = [];
  playback.value?.pause();
  playback.value = null;
  // As it is, not a copy: its button is pressed for as long as nothing of it is changed.
  draft.value = preset.draft;
  problem.value = null;
}

/** From a link. */
export function takeSpec(spec: SimulationSpec, digests: readonly string[]): void {
  playback.value?.pause();
  playback.value = null;
  const known = draftOf(spec);
  beyondForm.value = known ? null : spec;
  promised.value = digests;
  if (known) edit(known);
}

/** A new run of what stands in the form, or the one that is there; null if the form is not in order. */
export async function prepared(): Promise<Playback | null> {
  if (playback.value && !changed.value && playback.value.state.value !== 'failed')
    return playback.value;
  const spec = wanted();
  try {
    await encodeSpec(spec);
  } catch (error) {
    show(error);
    return null;
  }
  problem.value = null;
  playback.value?.pause();
  playback.value = new Playback(spec);
  return playback.value;
}

/** Puts an error at its field, opens what hides the field, and goes there. */
export function show(error: unknown): void {
  if (!LdpError.is(error, 'spec_invalid')) throw error;
  const { parameter, reason } = ofWorld(error.details);
  const path = fieldPath(parameter ?? '', draft.value);
  const field = withParents(path)
    .map((at) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`))
    .find((element) => element !== null);
  const shown = field?.dataset['path'] ?? '';
  problem.value = { path: shown, text: sentence(inItsUnit(shown, reason ?? error.message)) };
  for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) {
    at.open = true;
  }
  field?.focus();
}

interface Details {
  readonly parameter?: string;
  readonly reason?: string;
}

/** That no slate can be made is said by whichever run begins first, and is no fault of the learner. */
function ofWorld(details: Details): Details {
  const found = /^environment: (.*)$/.exec(details.reason ?? '');
  return found?.[1] === undefined ? details : { parameter: 'environment.set', reason: found[1] };
}

function wanted(): SimulationSpec {
  return beyondForm.value ?? specOf(draft.value);
}

/** Shares are numbers to 1 in a spec and per cent in the form. */
function inItsUnit(path: string, reason: string): string {
  if (!/(share|shares|silent|lost)$/.test(path)) return reason;
  return reason.replace('from 0 to 1', 'from 0 to 100 %').replace('the sum 1', 'the sum 100 %');
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
