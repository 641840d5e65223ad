/**
 * The rings of an oak, drawn from numbers: one ring per year in the hero, one per point on the score dial. An ornament on
 * this site always counts something, so the number of rings is the only thing that a caller must know.
 */
export type Ring = {
  /** Corners of the closed curve's control polygon, as even whole numbers around the origin. */
  corners: readonly Point[];
};

type Point = readonly [x: number, y: number];

export type RingsWanted = {
  /** How many rings, pith to bark. */
  count: number;
  /** Radius of the outermost ring in drawing units; at least 100, or the rounding shows. */
  radius: number;
  /** Which tree: the same seed always grows the same one. */
  seed: number;
};

/**
 * Grows the rings, the oldest (innermost) first.
 * @example growRings({ count: 32, radius: 720, seed: 7 }) // draw in viewBox="-800 -800 1600 1600"
 */
export function growRings({ count, radius, seed }: RingsWanted): Ring[] {
  const random = randomFrom(seed);
  const shape = treeShape(random);
  const edges = ringEdges(count, random);
  return edges.map((edge) => ({ corners: cornersOf(edge, radius, shape) }));
}

/**
 * The path data of some rings, one closed subpath each, for a single `<path>`. On-curve points are the middles between
 * corners, which makes every joint smooth and lets all but the first curve be written as a bare `t`.
 */
export function ringsPath(rings: readonly Ring[]): string {
  let pen: Point = [0, 0];
  return rings
    .map(({ corners }, index) => {
      const joints = corners.map((corner, at) => middle(corner, corners[at - 1] ?? last(corners)));
      const start = joints[0] ?? pen;
      const move = index === 0 ? `M${pair(start)}` : `m${pair(minus(start, pen))}`;
      pen = start;
      return move + curves(corners, joints);
    })
    .join("");
}

/**
 * A point on a ring, for a line that points at it.
 * @param turn how far around, clockwise from the right, as a share of a full turn; the nearest whole 24th or so is taken
 */
export function ringPoint({ corners }: Ring, turn: number): Point {
  const step = Math.round(turn * 2 * corners.length);
  const at = (index: number): Point => corners[index % corners.length] ?? [0, 0];
  const here = at(Math.floor(step / 2));
  const next = at(Math.floor(step / 2) + 1);
  if (step % 2 === 1) return middle(here, next);
  // Halfway along a curve: as far from its corner as from the middle of its ends.
  const before = at(Math.floor(step / 2) + corners.length - 1);
  return middle(here, middle(middle(before, here), middle(here, next)));
}

/** `q` to the second joint, then `t` from joint to joint, back to the first. */
function curves(corners: readonly Point[], joints: readonly Point[]): string {
  const [corner = [0, 0], ...others] = corners;
  const [first = [0, 0], second = [0, 0], ...rest] = joints;
  let from = second;
  const onward = others.map((_, at) => {
    const to = rest[at] ?? first;
    const step = minus(to, from);
    from = to;
    return step;
  });
  return joined(["q", minus(corner, first), minus(second, first)]) + joined(["t", ...onward]);
}

type TreeShape = {
  /** Low waves around the circle: how many, where they begin, how high as a share of the radius. */
  waves: readonly { times: number; phase: number; height: number }[];
  /** Where the pith stands, as a share of the radius: no tree grows evenly. */
  pith: Point;
};

function treeShape(random: () => number): TreeShape {
  const waves = [2, 3, 5].map((times) => ({
    times,
    phase: random() * 2 * Math.PI,
    height: (0.4 + random()) * (0.03 / times),
  }));
  return { waves, pith: [0.1 + random() * 0.04, -0.03 - random() * 0.03] };
}

/** How far out each ring lies, as shares of the radius: wet and dry years come in runs, and growth slows with age. */
function ringEdges(count: number, random: () => number): number[] {
  const [long, short] = [random() * 2 * Math.PI, random() * 2 * Math.PI];
  const pithWidth = 0.8;
  let edge = pithWidth;
  const edges = Array.from({ length: count }, (_, year) => {
    const weather = Math.sin(year * 0.74 + long) + 0.6 * Math.sin(year * 2.1 + short);
    edge += Math.max(0.6, 1.25 - 0.4 * (year / count) + 0.45 * weather + 0.25 * random());
    return edge;
  });
  return edges.map((each) => each / edge);
}

function cornersOf(edge: number, radius: number, { waves, pith }: TreeShape): Point[] {
  const corners = edge < 0.45 ? 8 : 12;
  // The curve runs inside its control polygon; this brings it back out to the wanted radius.
  const outward = 2 / (1 + Math.cos(Math.PI / corners) ** 2);
  return Array.from({ length: corners }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / corners;
    const wave = waves.reduce(
      (sum, { times, phase, height }) => sum + height * Math.cos(times * angle + phase),
      0,
    );
    const reach = edge * radius * outward * (1 + wave * edge);
    const drift = (1 - edge) * radius;
    return [even(drift * pith[0] + reach * Math.cos(angle)), even(drift * pith[1] + reach * Math.sin(angle))];
  });
}

/** Even, so that the middle of two corners is a whole number too and nothing is lost by rounding. */
function even(value: number): number {
  // `+ 0` turns a negative zero, which would be written as "0" but compares unequal in tests, into zero.
  return 2 * Math.round(value / 2) + 0;
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

function last(points: readonly Point[]): Point {
  return points.at(-1) ?? [0, 0];
}

function pair([x, y]: Point): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`;
}

/** A command and its points, with a space only where a number would run into the one before it. */
function joined([command, ...points]: readonly [string, ...Point[]]): string {
  return points.reduce<string>(
    (text, point, at) => `${text}${at > 0 && point[0] >= 0 ? " " : ""}${pair(point)}`,
    command,
  );
}

/** Mulberry32: a small generator of evenly spread numbers from 0 to 1, the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
