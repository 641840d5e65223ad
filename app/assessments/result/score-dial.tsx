import { growRings, type Ring, ringsPath } from "#app/pages/rings.ts";
import { highestScore, type Level, levels } from "#app/assessments/questions/score.ts";

/** One ring per possible point. The scored points are drawn as grown rings. */
const rings = growRings({ count: highestScore, radius: 300, seed: 21 });

/** The corner of the level's outermost ring where its line starts, clockwise from the right. */
const leaderAt: Record<Level, number> = { "Early Stage": 1, "Making Progress": 0, "Exit Ready": -2 };

const labelX = 372;

/** The score as tree rings. A line connects each level's name to its outermost ring. */
export function ScoreDial({ score, level }: { score: number; level: Level }) {
  const range = levels.find((each) => each.level === level);
  return (
    <svg
      className="dial"
      viewBox="-320 -320 960 640"
      fill="none"
      role="img"
      aria-label={`${score} of ${highestScore} rings drawn: ${level}, which runs from ${range?.from} to ${range?.to}`}
    >
      <path className="to-grow" d={ringsPath(rings.slice(score))} />
      <path className="grown" pathLength="1" d={ringsPath(rings.slice(0, score))} />
      {levels.map((each) => (
        <Leader key={each.level} {...each} isReached={each.level === level} />
      ))}
    </svg>
  );
}

function Leader({ level, from, to, isReached }: (typeof levels)[number] & { isReached: boolean }) {
  const [x, y] = pointOn(rings[to - 1], leaderAt[level]);
  return (
    <g className={isReached ? "leader reached" : "leader"}>
      <path className="channel" d={`M${x} ${y}H${labelX - 28}`} />
      <path d={`M${x} ${y}H${labelX - 14}`} />
      <circle cx={x} cy={y} r="8" />
      <text x={labelX} y={y + 6}>
        {level}
      </text>
      <text className="range" x={labelX} y={y + 31}>
        {from}–{to}
      </text>
    </g>
  );
}

/** The midpoint between two corners, which the curve passes through. */
function pointOn(ring: Ring | undefined, step: number): readonly [x: number, y: number] {
  const corner = ring?.corners.at(step) ?? [0, 0];
  const before = ring?.corners.at(step - 1) ?? [0, 0];
  return [(corner[0] + before[0]) / 2, (corner[1] + before[1]) / 2];
}
