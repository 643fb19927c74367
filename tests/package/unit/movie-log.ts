// A log like those of MovieLens: people rate from 1 to 5 what they were shown. What was shown went by their age.
import { mulberry32 } from './recomputation/plain-numbers.js';

/** Mean rating over all people, in [0, 1], and how it and the chance to be shown rise with age. */
const GENRES = {
  Action: { base: 0.55, lean: -1 },
  Comedy: { base: 0.58, lean: 0 },
  Drama: { base: 0.6, lean: 1 },
  Horror: { base: 0.4, lean: -1 },
  Musical: { base: 0.45, lean: 1 },
} as const;
/** As many people of each age from 18 to 62. */
const PEOPLE = 450;

const ageOf = (user: number) => 18 + (user % 45);
const likes = (genre: keyof typeof GENRES, user: number) =>
  GENRES[genre].base + 0.2 * Math.tanh((ageOf(user) - 40) / 10) * GENRES[genre].lean;

export function movieLog(rows: number, seed: number) {
  const uniform = mulberry32(seed);
  const genres = Object.keys(GENRES) as (keyof typeof GENRES)[];
  const ratings = Array.from({ length: rows }, () => {
    const user = Math.floor(uniform() * PEOPLE);
    const age = ageOf(user);
    const weights = genres.map((genre) => Math.exp((GENRES[genre].lean * (age - 40)) / 15));
    let left = uniform() * weights.reduce((sum, weight) => sum + weight, 0);
    const place = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    const genre = genres[place] as keyof typeof GENRES;
    const rating = [0, 0, 0, 0].reduce<number>(
      (stars) => stars + (uniform() < likes(genre, user) ? 1 : 0),
      1,
    );
    return `${user},${genre},${rating},${age}`;
  });
  const people = Array.from(
    { length: PEOPLE },
    (_, user) =>
      `${user},${ageOf(user)},${'FM'[user % 2]},${['artist', 'clerk', 'none'][user % 3]}`,
  );
  return {
    movies: ['user,genre,rating,age', ...ratings].join('\n'),
    users: ['user,age,gender,work', ...people].join('\n'),
    /** Of a policy that always shows it: 0 is a rating of 1, 1 one of 5. */
    truth: (genre: keyof typeof GENRES) => GENRES[genre].base,
  };
}
