import { home } from "#content/home.ts";
import "./line-of-life.css";

/** The end of each choice in drawing units, in the order of `home.lastDays.strands`. */
const ends = [
  [330, 44],
  [500, 92],
  [642, 140],
  [850, 188],
  [960, 236],
] as const;

const offerX = 900;

/** The years before a sale as a line that branches: five choices, each ending on its last reasonable day, and one line that continues. */
export function LineOfLife() {
  return (
    <>
      <ol className="stages">
        {home.lastDays.stages.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Strands />
    </>
  );
}

function Strands() {
  const { strands, offer, after } = home.lastDays;
  return (
    <svg className="life" viewBox="0 0 1280 336" aria-hidden="true">
      <path className="offer" d={`M${offerX} 216V306`} />
      <path d={ends.map(([x, y], index) => strand(x, y, 276 + 4 * index)).join("")} />
      <path className="on" d="M0 298C420 298 620 312 900 306S1160 290 1280 286" />
      {ends.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="5" />
      ))}
      {strands.map(({ title, text }, index) => {
        const [x, y] = ends[index] ?? [0, 0];
        return (
          <text key={title} x={x + 16} y={y - 1}>
            {`${title} `}
            <tspan x={x + 16} dy="19">
              {text}
            </tspan>
          </text>
        );
      })}
      <text className="mid" x={offerX} y="330">
        {offer}
      </text>
      <text className="end" x="1280" y="318">
        {after}
      </text>
    </svg>
  );
}

/** From the common root on the left to its last day. */
function strand(x: number, y: number, root: number): string {
  return `M0 ${root}C${Math.round(x * 0.48)} ${root} ${Math.round(x * 0.52)} ${y} ${x} ${y}`;
}
