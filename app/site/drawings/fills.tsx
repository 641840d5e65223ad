import { toTenth } from "./scale.ts";

/**
 * The fills of all drawings. No two differ in color alone, and a fill of an amount means the same in every drawing. Green is what the owner
 * receives: solid if it is paid, hatched on a tint if it is paid later, dotted on a tint if it depends on results. Gray on paper is what the
 * owner pays: hatched if it is due with the sale, dotted if it is due later. An outline is neither: given, never owed, paid to others, or the
 * headline price. Moss is a subtotal. In timelines, green is time that is left.
 */
export type Fill = "paid" | "later" | "uncertain" | "cost" | "later-cost" | "outline" | "subtotal";

/** Lines and dots that repeat after `size` units, and their ground. */
const patterns = {
  later: { ground: "tint", className: "later-line", d: "M0 0v6", size: 6 },
  cost: { ground: "ground", className: "cost-line", d: "M0 0v6", size: 6 },
  uncertain: { ground: "tint", className: "uncertain-dot", d: "M4 4h0", size: 8 },
  "later-cost": { ground: "ground", className: "later-cost-dot", d: "M4 4h0", size: 8 },
} as const;

function isPattern(fill: Fill): fill is keyof typeof patterns {
  return Object.hasOwn(patterns, fill);
}

/** Defines the patterns of a drawing. It is not hidden with `display: none`, because browsers do not fill with hidden patterns. */
export function FillPatterns({ id, fills }: { id: string; fills: readonly Fill[] }) {
  return (
    <svg className="patterns" aria-hidden="true">
      {fills.filter(isPattern).map((fill) => {
        const { size, ground, ...line } = patterns[fill];
        return (
          <pattern
            id={id + fill}
            key={fill}
            width={size}
            height={size}
            patternTransform="rotate(25)"
            patternUnits="userSpaceOnUse"
          >
            <rect className={ground} width={size} height={size} />
            <path {...line} />
          </pattern>
        );
      })}
    </svg>
  );
}

type Box = { x: number; y: number; width: number; height: number };

/** A rectangle of a drawing. `id` is that of the drawing's `FillPatterns`. */
export function FilledBox({ id, fill, x, y, width, height }: Box & { id: string; fill: Fill }) {
  const box = { x: toTenth(x), y: toTenth(y), width: toTenth(width), height: toTenth(height) };
  const pattern = isPattern(fill) ? { fill: `url(#${id}${fill})` } : {};
  return <rect className={fill} {...pattern} {...box} />;
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
