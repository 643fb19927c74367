/** Sabotaged clients: wrappers around the real draw, each with one fault that has been seen in the wild. */
import type { Claim, Drawer } from '../../../../tests/statistical/for-the-page.mjs';
import { uniform } from '../../shared/random.js';
import type { Sabotage } from './menu.js';

/** One report; `sent`: false if it never leaves. */
export interface Drawn {
  readonly body: string;
  readonly sent: boolean;
}
export interface Client {
  /** @param index of the decision */
  draw(input: unknown, index: number): Drawn;
  dispose(): void;
}

const IN_THE_CLEAR = 0.2;
const CLEAR_EPSILON = 16;
/** Of Laplace noise of scale 1024, and of Gaussian noise of scale 2^26 to 2^27: no divisor of the answer's. */
const LAPLACE_STEP = 3;
const GAUSSIAN_STEP = 3 * 2 ** 21;

interface Setting {
  readonly claim: Claim;
  /** The second of the two answers. */
  readonly high: unknown;
  drawer(claim: Claim): Drawer;
}

export function clientOf(sabotage: Sabotage | null, setting: Setting): Client {
  return sabotage === null ? real(setting) : SABOTEURS[sabotage](setting);
}

/** Of a vector's input the answer is a part. */
const hasAnswer = (input: unknown) =>
  typeof input === 'object' && input !== null && 'y' in input
    ? input.y !== undefined
    : input !== undefined;

const sent = (body: string): Drawn => ({ body, sent: true });

function wrap(drawer: Drawer, draw: (input: unknown, index: number) => Drawn): Client {
  return { draw, dispose: () => drawer.dispose() };
}

function real({ drawer: open, claim }: Setting): Client {
  const drawer = open(claim);
  return wrap(drawer, (input) => sent(drawer.draw(input)));
}

const SABOTEURS: Readonly<Record<Sabotage, (setting: Setting) => Client>> = {
  weak: ({ claim, drawer }) => real({ claim: at(2 * claim.epsilon, claim), drawer, high: null }),

  clear({ claim, drawer: open }) {
    const [drawer, clear] = [open(claim), open(at(CLEAR_EPSILON, claim))];
    return {
      draw: (input) => sent((uniform() < IN_THE_CLEAR ? clear : drawer).draw(input)),
      dispose() {
        drawer.dispose();
        clear.dispose();
      },
    };
  },

  silent({ claim, drawer: open }) {
    const drawer = open(claim);
    return wrap(drawer, (input) => ({ body: drawer.draw(input), sent: hasAnswer(input) }));
  },

  longer({ claim, high, drawer: open }) {
    const drawer = open(claim);
    return wrap(drawer, (input) => sent(drawer.draw(input) + (input === high ? ' ' : '')));
  },

  reuse({ claim, high, drawer: open }) {
    const drawer = open(claim);
    const noise = noiseOf(claim, high);
    let last: number | undefined;
    return wrap(drawer, (input, index) => {
      const body = drawer.draw(input);
      if (index % 2 === 1 && last !== undefined) return sent(noise.put(body, input, last));
      last = noise.take(body, input);
      return sent(body);
    });
  },

  coarse({ claim, high, drawer: open }) {
    const drawer = open(claim);
    const noise = noiseOf(claim, high);
    const step = claim.loss === 'mu' ? GAUSSIAN_STEP : LAPLACE_STEP;
    return wrap(drawer, (input) => {
      const body = drawer.draw(input);
      return sent(noise.put(body, input, step * Math.round(noise.take(body, input) / step)));
    });
  },

  picks({ claim, drawer: open }) {
    const drawer = open(claim);
    return wrap(drawer, (input) => {
      const reactions = (input ?? []) as readonly number[];
      const isLiked = (body: string) => reactions[(JSON.parse(body) as { arm: number }).arm] === 1;
      let body = drawer.draw(input);
      while (reactions.includes(1) && !isLiked(body)) body = drawer.draw(input);
      return sent(body);
    });
  },
};

function at(epsilon: number, claim: Claim): Claim {
  const { algorithm } = claim;
  return {
    ...claim,
    epsilon,
    algorithm: 'epsilonMin' in algorithm ? { ...algorithm, epsilonMin: epsilon } : algorithm,
  };
}

/** The noise in a report of one number: what was added to the answer, or whether the bit was flipped. */
function noiseOf({ centres = [0, 1] }: Claim, high: unknown) {
  const centreOf = (input: unknown) => centres[input === high ? 1 : 0];
  return {
    take(body: string, input: unknown): number {
      const { bit, noisy = 0 } = JSON.parse(body) as Numbers;
      return bit === undefined ? noisy - centreOf(input) : bit ^ centreOf(input);
    },
    put(body: string, input: unknown, noise: number): string {
      const { bit, noisy, ...rest } = JSON.parse(body) as Numbers;
      const centre = centreOf(input);
      return JSON.stringify(
        bit === undefined ? { ...rest, noisy: centre + noise } : { ...rest, bit: centre ^ noise },
      );
    },
  };
}

interface Numbers {
  readonly bit?: number;
  readonly noisy?: number;
}
