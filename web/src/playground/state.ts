/** The form, what is wrong in it, and the run that was made of it. */
import { computed, signal } from '@preact/signals';
import { readResult, type SimulationSpec } from 'ldp-bandits/simulation';
import start from '../../generated/play-start.json';
import { ordered } from '../runs/share.js';
import { addressOf, enter } from './address.js';
import { defaultLearnerIn, learnersIn, specOf } from './build-spec.js';
import type { Draft, World } from './draft.js';
import { Playback } from './playback.js';
import { PRESETS, type Preset } from './presets.js';
import { epsilonProblem, goTo, type Problem, problemIn, problemOf } from './problems.js';
import { draftOf } from './read-spec.js';

const FIRST = PRESETS[0] as Preset;
/** What the build has played. */
const built = readResult(start);

export const draft = signal<Draft>(FIRST.draft);
/** A spec that the form cannot say: played as it is, until the form is wanted again. */
export const beyondForm = signal<SimulationSpec | null>(null);
export const problem = signal<Problem | null>(null);
export const playback = signal<Playback | null>(new Playback(specOf(FIRST.draft), built));
/** Digests that the address promises of its run. */
export const promised = signal<readonly string[]>([built.digest]);
export const logRounds = signal(true);
/** Random play dwarfs every learner; a logarithm shows both. */
export const logRegret = signal(true);
/** The form has changed since the run on show was made. */
export const changed = computed(
  () => playback.value !== null && ordered(playback.value.spec) !== ordered(wanted()),
);
/** For the way back: what was played on this page, by its spec. */
const played = new Map<string, Playback>();

let edits = 0;
let requests = 0;

/** Whether anything was changed or asked for since the page was opened. */
export const isTouched = () => edits > 0 || requests > 0;

export function edit(change: Partial<Draft>): void {
  draft.value = { ...draft.value, ...change };
  promised.value = [];
  void check();
}

/** Marks what is wrong while it is typed. */
async function check(): Promise<void> {
  edits += 1;
  const mine = edits;
  // A field that this edit has brought is there in a moment.
  await new Promise((resolve) => setTimeout(resolve));
  const found = await problemIn(draft.value, wanted());
  if (mine === edits) problem.value = found;
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
  // As it is, not a copy: its button is pressed for as long as nothing of it is changed.
  take(specOf(preset.draft), preset.draft);
}

/** The run of an address: null is the one that the page begins with. What is on show already stays as it is. */
export function takeSpec(spec: SimulationSpec | null, digests: readonly string[]): void {
  if (spec === null) {
    if (!isOnShow(specOf(FIRST.draft))) takePreset(FIRST);
    promised.value = [built.digest];
  } else {
    const form = draftOf(spec);
    if (!isOnShow(spec)) take(spec, form && !epsilonProblem(form) ? form : null);
    promised.value = digests;
  }
}

const isOnShow = (spec: SimulationSpec) =>
  playback.value !== null && ordered(playback.value.spec) === ordered(spec);

function take(spec: SimulationSpec, form: Draft | null): void {
  playback.value?.pause();
  edits += 1;
  requests += 1;
  problem.value = null;
  beyondForm.value = form ? null : spec;
  if (form) draft.value = form;
  const isFirst = form === FIRST.draft;
  promised.value = isFirst ? [built.digest] : [];
  playback.value = played.get(ordered(spec)) ?? (isFirst ? new Playback(spec, built) : null);
}

/**
 * A new run of what is in the form, or the one that is there; null if the form is not in order, or if another
 * run was asked for meanwhile.
 *
 * @param isAnew also where the run that is there is of the same settings
 */
export async function prepared(isAnew = false): Promise<Playback | null> {
  requests += 1;
  const mine = requests;
  const before = changed.value || isAnew ? null : playback.value;
  const isThere = before !== null && before.state.value !== 'failed';
  const spec = before?.spec ?? wanted();
  edits += 1;
  const found = beyondForm.value ? null : await problemIn(draft.value, spec);
  const address = found
    ? ''
    : await addressOf(spec, ordered(spec) === ordered(specOf(FIRST.draft)));
  if (mine !== requests) return null;
  if (found) {
    show(found);
    return null;
  }
  if (!isThere) {
    playback.value?.pause();
    playback.value = new Playback(spec);
  }
  problem.value = null;
  if (playback.value) played.set(ordered(spec), playback.value);
  enter(address);
  return playback.value;
}

/** What only the engine refuses. */
export function refuse(error: unknown): void {
  show(problemOf(error, draft.value));
}

function show(found: Problem): void {
  problem.value = found;
  goTo(found);
}

function wanted(): SimulationSpec {
  return beyondForm.value ?? specOf(draft.value);
}
