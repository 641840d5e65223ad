import { growRings, ringPoint, ringsPath } from "#app/pages/rings.ts";
import { home } from "#content/home.ts";
import "#app/pages/document/closing-rings.css";
import "./oak.css";

/** The five years before the letter of intent. */
const greenYears = 5;

/** A cross section of a live oak: one ring per year of practice, the last five green, with the bark outermost. */
export function Oak({ years }: { years: number }) {
  const rings = growRings({ count: years, radius: 720, seed: 10 });
  const leaders = (
    <g className="leaders">
      <Leader text={home.hero.ringLabels.bark} to={ringPoint(rings.at(-1) ?? noRing, 11 / 16)} length={320} />
      <Leader
        text={home.hero.ringLabels.fifth}
        to={ringPoint(rings.at(-greenYears) ?? noRing, 10 / 16)}
        length={470}
      />
    </g>
  );
  return (
    <>
      <svg
        className="oak"
        viewBox="-800 -800 1600 1600"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <g id="oak">
          <path className="wood" d={ringsPath(rings.slice(0, -greenYears))} />
          <path className="green" d={ringsPath(rings.slice(-greenYears, -1))} />
          <path className="bark" d={ringsPath(rings.slice(-1))} />
        </g>
        {leaders}
      </svg>
      {/* The upper left edge, for narrow screens. */}
      <svg className="oak-edge" viewBox="-1040 -794 1150 658" aria-hidden="true">
        <use href="#oak" />
        {leaders}
      </svg>
    </>
  );
}

/** The same tree without labels, behind the text of the dark band. */
export function UnlabeledOak() {
  return (
    <svg className="closing-rings" viewBox="-800 -800 1600 1600" aria-hidden="true">
      <use href="#oak" />
    </svg>
  );
}

const noRing = { corners: [] };

/** A label on a line that ends at a ring. */
function Leader({
  text,
  to: [x, y],
  length,
}: {
  text: string;
  to: readonly [x: number, y: number];
  length: number;
}) {
  const from = Math.round(x - length);
  const [endX, endY] = [Math.round(x), Math.round(y)];
  return (
    <>
      <path d={`M${from} ${endY}H${endX}`} />
      <circle cx={endX} cy={endY} r="9" />
      <text x={from} y={endY - 16}>
        {text}
      </text>
    </>
  );
}
