/**
 * Draws the growth rings of an oak: one per year in the hero, and one per point on the score dial.
 */
export type Ring = {
  /** Corners of the closed curve's control polygon, as even whole numbers around the origin. */
  corners: readonly Point[];
};

type Point = readonly [x: number, y: number];

export type RingOptions = {
  /** Number of rings, including the bark. */
  count: number;
  /** Radius of the outermost ring in drawing units; at least 100, because rounding becomes visible below that. */
  radius: number;
  /** The same seed always produces the same rings. */
  seed: number;
};

/**
 * Generates the rings, the oldest (innermost) first.
 * @example growRings({ count: 32, radius: 720, seed: 7 }) // draw in viewBox="-800 -800 1600 1600"
 */
export function growRings({ count, radius, seed }: RingOptions): Ring[] {
  const random = randomFrom(seed);
  const shape = treeShape(random);
  const edges = ringEdges(count, random);
  return edges.map((edge) => ({ corners: computeCorners(edge, radius, shape) }));
}

/**
 * The path data of some rings, one closed subpath each, for a single `<path>`. On-curve points are the midpoints between corners, so that
 * every joint is smooth and all curves except the first can be written as `t`.
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
 * Returns a point on a ring, for a line that leads to it.
 * @param turn the position as a fraction of a full turn, clockwise from the right; rounded to the nearest corner or middle, a 16th of a turn
 */
export function ringPoint({ corners }: Ring, turn: number): Point {
  const step = Math.round(turn * 2 * corners.length);
  const at = (index: number): Point => corners[index % corners.length] ?? [0, 0];
  const here = at(Math.floor(step / 2));
  const next = at(Math.floor(step / 2) + 1);
  if (step % 2 === 1) return middle(here, next);
  // The middle of a curve, halfway between its corner and the midpoint of its ends.
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
  /** The waves around the circle: their number, their phase, and their amplitude as a fraction of the radius. */
  waves: readonly { times: number; phase: number; height: number }[];
  /** The offset of the center as a fraction of the radius, because trees do not grow evenly. */
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

/** The radius of each ring as a fraction of the total radius. Wet and dry years come in series, and growth slows with age. */
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

/** Eight look as round as ten and take fewer bytes. */
const cornersPerRing = 8;

function computeCorners(edge: number, radius: number, { waves, pith }: TreeShape): Point[] {
  const step = radius < 500 ? 2 : 4;
  // The curve is inside its control polygon; this factor scales it to the requested radius.
  const outward = 2 / (1 + Math.cos(Math.PI / cornersPerRing) ** 2);
  return Array.from({ length: cornersPerRing }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / cornersPerRing;
    const wave = waves.reduce(
      (sum, { times, phase, height }) => sum + height * Math.cos(times * angle + phase),
      0,
    );
    const reach = edge * radius * outward * (1 + wave * edge);
    const drift = (1 - edge) * radius;
    const x = drift * pith[0] + reach * Math.cos(angle);
    const y = drift * pith[1] + reach * Math.sin(angle);
    return [roundTo(step, x), roundTo(step, y)];
  });
}

/**
 * Rounds to a multiple. Even numbers have a whole midpoint, which needs no rounding; in a large drawing, multiples of four are smaller than a
 * pixel and compress better.
 */
function roundTo(step: number, value: number): number {
  // `+ 0` turns a negative zero, which would be written as "0" but compares unequal in tests, into zero.
  return step * Math.round(value / step) + 0;
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

/** Mulberry32, a small generator of uniformly distributed numbers from 0 to 1 with the same results on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
