/** The drawings of the sprite, by number: those of the posters, and one more. */
import { POSTERS } from './experiment.js';

export const DRAWINGS: readonly { readonly id: string; readonly alt: string }[] = [
  ...POSTERS,
  { id: 'hall', alt: 'Two dancers and a trumpet before lit windows, lanterns above.' },
];

export const HALL = POSTERS.length;
