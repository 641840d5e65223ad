import { toTenth } from "./scale.ts";

/**
 * The fills of all drawings. Each means the same in every drawing, and no two differ in color alone: solid green is paid, green hatch is paid
 * or due later, or open in part, gray hatch is tax or cost, an outline was given, is never owed or is the headline price, and moss is a subtotal.
 */
export type Fill = "paid" | "later" | "cost" | "outline" | "subtotal";

/** Defines the two hatches of a drawing. It is not hidden with `display: none`, because browsers do not fill with hidden patterns. */
export function HatchPatterns({ id }: { id: string }) {
  return (
    <svg className="hatches" aria-hidden="true">
      <Hatch id={`${id}cost`} className="cost-line" />
      <Hatch id={`${id}later`} className="later-line" />
    </svg>
  );
}

function Hatch({ id, className }: { id: string; className: string }) {
  return (
    <pattern id={id} width="6" height="6" patternTransform="rotate(25)" patternUnits="userSpaceOnUse">
      <rect className="ground" width="6" height="6" />
      <path className={className} d="M0 0v6" />
    </pattern>
  );
}

type Box = { x: number; y: number; width: number; height: number };

/** A rectangle of a drawing. `id` is that of the drawing's `HatchPatterns`. */
export function FilledBox({ id, fill, x, y, width, height }: Box & { id: string; fill: Fill }) {
  const box = { x: toTenth(x), y: toTenth(y), width: toTenth(width), height: toTenth(height) };
  const hatch = fill === "cost" || fill === "later" ? { fill: `url(#${id}${fill})` } : {};
  return <rect className={fill} {...hatch} {...box} />;
}

/** The meaning of each fill in a drawing, in words. */
export type LegendEntry = { fill: Fill; meaning: string };

/** The key of a drawing. Its samples are drawings too, so that they print and keep their pattern in forced colors. */
export function Legend({ id, entries }: { id: string; entries: readonly LegendEntry[] }) {
  return (
    <ul className="legend">
      {entries.map(({ fill, meaning }) => (
        <li key={meaning}>
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <FilledBox id={id} fill={fill} x={0.5} y={0.5} width={17} height={17} />
          </svg>
          {meaning}
        </li>
      ))}
    </ul>
  );
}
