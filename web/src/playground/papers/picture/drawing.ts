/** Where the nodes and lines of a world stand in its picture: routes through a grid, and coverage. */
import type { SimulationSpec } from 'ldp-bandits/simulation';

export type World = Extract<SimulationSpec['environment'], { readonly type: 'combinatorial' }>;

export interface Node {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** One arm. */
export interface Line {
  readonly from: Node;
  readonly to: Node;
  /** "from 1 to 2". */
  readonly name: string;
  /** Its mean outcome. */
  readonly mean: number;
}

export interface Drawing {
  readonly kind: 'route' | 'coverage';
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Node[];
  /** Arm by arm. */
  readonly lines: readonly Line[];
}

const MARGIN = 28;
const STEP = 92;

/** Null for worlds that have no picture: those whose arms are not the lines between few nodes. */
export function drawingOf(world: SimulationSpec['environment']): Drawing | null {
  if (world.type !== 'combinatorial') return null;
  const { set } = world;
  if (set.type === 'coverage') return coverageOf(world, set);
  return set.type === 'path' ? gridOf(world, set) : null;
}

type SetOf<T extends World['set']['type']> = Extract<World['set'], { readonly type: T }>;

/** Nodes row by row, where every edge leads to the next node of a row or to the same place in the next row. */
function gridOf(world: World, { nodes: count, edges, source, target }: SetOf<'path'>) {
  const side = Math.sqrt(count);
  const isGrid =
    Number.isInteger(side) &&
    edges.every(([from, to]) => to === from + side || (to === from + 1 && to % side > 0));
  if (!isGrid) return null;
  const nodes = Array.from({ length: count }, (_, node) => ({
    name: nameOf(node, source, target),
    x: MARGIN + STEP * (node % side),
    y: MARGIN + STEP * Math.floor(node / side),
  }));
  const size = 2 * MARGIN + STEP * (side - 1);
  return drawing({ kind: 'route', width: size, height: size, nodes }, world, edges);
}

function nameOf(node: number, source: number, target: number): string {
  if (node === source) return 'start';
  return node === target ? 'end' : String(node + 1);
}

/** Left nodes, of which some are chosen, beside the right ones that their edges may reach. */
function coverageOf(world: World, { left, right, edges }: SetOf<'coverage'>) {
  const height = 2 * MARGIN + 34 * (Math.max(left, right) - 1);
  const width = 340;
  const column = (count: number, x: number, letter: string) =>
    Array.from({ length: count }, (_, i) => ({
      name: `${letter}${i + 1}`,
      x,
      y: count === 1 ? height / 2 : MARGIN + ((height - 2 * MARGIN) * i) / (count - 1),
    }));
  const nodes = [...column(left, MARGIN, 'L'), ...column(right, width - MARGIN, 'R')];
  const lines = edges.map(([u, v]) => [u, left + v] as const);
  return drawing({ kind: 'coverage', width, height, nodes }, world, lines);
}

function drawing(
  frame: Omit<Drawing, 'lines'>,
  { means }: World,
  edges: readonly (readonly [number, number])[],
): Drawing {
  const lines = edges.map(([a, b], arm) => {
    const [from, to] = [frame.nodes[a] as Node, frame.nodes[b] as Node];
    const name = `from ${from.name} to ${to.name}`;
    return { from, to, name, mean: means[arm] as number };
  });
  return { ...frame, lines };
}
