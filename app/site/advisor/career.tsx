import { longDate } from "#app/platform/calendar/long-date.ts";
import { InlineText } from "#app/pages/document/inline-text.tsx";
import { growRings, type Ring, ringPoint, ringsPath } from "#app/pages/rings.ts";
import { practice } from "#content/practice.ts";
import "./career.css";

/**
 * The advisor’s career as the rings of a tree, with marked rings for the milestones, followed by the milestones as a list.
 * @param years full years since the career began, which is the number of rings
 */
export function Career({ years }: { years: number }) {
  const milestones = listMilestones();
  return (
    <div className="career">
      <CareerRings years={years} marked={milestones.map((each) => each.year)} />
      <ol className="milestones">
        {milestones.map((milestone) => (
          <li key={milestone.text}>
            <b>{`${milestone.year} `}</b>
            <p>
              <InlineText text={milestone.text} />
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The milestones and the assets that the firm reports, by year. */
function listMilestones() {
  const { assetsManaged, assetsManagedOn } = practice.adviser;
  const [day, year] = longDate(assetsManagedOn).split(", ");
  const assets = { year: Number(year), text: `Manages ${assetsManaged} for clients as of ${day}.` };
  return [...practice.advisor.milestones, assets].toSorted((a, b) => a.year - b.year);
}

function CareerRings({ years, marked }: { years: number; marked: readonly number[] }) {
  const rings = growRings({ count: years, radius: 720, seed: 10 });
  const marks = markRings(rings, marked);
  const isMarked = new Set(marks.map(({ ring }) => ring));
  return (
    <svg
      className="career-rings"
      viewBox="-760 -790 1520 1580"
      role="img"
      aria-label={describe(years, marked)}
    >
      {/* The band at the end of the page displays these rings again. */}
      <g id="oak">
        <path className="wood" d={ringsPath(rings.filter((ring) => !isMarked.has(ring)))} />
        {marks.map(({ year, ring }) => (
          <path key={year} className={ring === rings.at(-1) ? "bark" : "mark"} d={ringsPath([ring])} />
        ))}
      </g>
      {marks.map(({ year, ring, x, y }) => (
        <text key={year} x={x} y={y + (ring === rings[0] ? belowRing : acrossRing)}>
          {year}
        </text>
      ))}
    </svg>
  );
}

/** Distances of a label’s baseline from the lowest point of its ring. The innermost ring is smaller than its label. */
const acrossRing = 24;
const belowRing = 72;

type Mark = { year: number; ring: Ring; x: number; y: number };

/** Turns from the right, clockwise: a label is at the lowest point of its ring, or at the highest if it would crowd the label before it. */
const bottom = 1 / 4;
const top = 3 / 4;

/** The least distance between the baselines of two labels. */
const leastDistance = 130;

/** The rings of the marked years, which start with the year of the first ring. A year without a full ring has the outermost. */
export function markRings(rings: readonly Ring[], marked: readonly number[]): Mark[] {
  const [first = 0] = marked;
  let lowest = -leastDistance;
  return marked.flatMap((year) => {
    const ring = rings[Math.min(year - first, rings.length - 1)];
    if (ring === undefined) return [];
    const below = ringPoint(ring, bottom);
    const isCrowded = below[1] - lowest < leastDistance;
    const [x, y] = isCrowded ? ringPoint(ring, top) : below;
    if (!isCrowded) lowest = y;
    return [{ year, ring, x, y }];
  });
}

function describe(years: number, marked: readonly number[]): string {
  const first = marked.slice(0, -1).join(", ");
  return `A section through an oak with ${years} rings, one for each year since ${marked[0]}. The rings of ${first} and ${marked.at(-1)} are marked.`;
}
