import { growRings, type Ring, ringsPath } from "#app/pages/rings.ts";
import "./closing-rings.css";

const rings = growRings({ count: 32, radius: 720, seed: 10 });

/** The pith is beside the center, because trees do not grow evenly. */
const pith = [84, -32] as const;

/** The bark, with the pith as its origin. */
const bark: Ring = {
  corners: (rings.at(-1)?.corners ?? []).map(([x, y]) => [x - pith[0], y - pith[1]]),
};

/** The years whose rings are emphasized. */
const lastYears = 4;

/**
 * The cross section of a tree behind the text of a dark band, like the oak of the home page. Every ring repeats the path of the bark at the
 * scale of its year, because separate paths would make the drawing half again as large.
 */
export function ClosingRings() {
  const scales = rings.slice(0, -1).map((ring) => Math.round(reach(ring) * 100) / 100);
  return (
    <svg className="closing-rings" viewBox="-800 -800 1600 1600" aria-hidden="true">
      <g transform={`translate(${pith.join(" ")})`}>
        <g className="bark">
          <path id="ring" d={ringsPath([bark])} />
        </g>
        {scales.map((scale, year) => (
          <use
            // The rings never change while they are shown.
            key={year}
            href="#ring"
            transform={`scale(${scale})`}
            {...(year < scales.length - lastYears ? { className: "wood" } : {})}
          />
        ))}
      </g>
    </svg>
  );
}

/** The size of a ring as a share of the bark. */
function reach({ corners }: Ring): number {
  const width = (points: Ring["corners"]): number => {
    const values = points.map(([x]) => x);
    return Math.max(...values) - Math.min(...values);
  };
  return width(corners) / width(bark.corners);
}
