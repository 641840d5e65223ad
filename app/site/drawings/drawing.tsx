import type { ReactNode } from "react";
import { FillPatterns, Legend, type LegendEntry } from "./fills.tsx";
import "./drawing.css";

type DrawingProps = {
  /** A prefix for the ids of the patterns; unique on the page. */
  id: string;
  /** The full statement, for screen readers. */
  label: string;
  wide: { height: number; children: ReactNode };
  narrow: { height: number; children: ReactNode };
  /** Explains every fill of the drawing, unless labels do. */
  legend?: readonly LegendEntry[];
  /** Whether the narrow version labels every part, so that it needs no legend. */
  isLabeled?: boolean;
  caption?: ReactNode;
};

/** The width of the wide and of the narrow version in drawing units. */
export const wideWidth = 1040;
export const narrowWidth = 342;

/** A drawing in a wide and a narrow version, of which only one is displayed and announced. */
export function Drawing({ id, label, wide, narrow, legend = [], isLabeled = false, caption }: DrawingProps) {
  return (
    <figure className={isLabeled ? "drawing labeled" : "drawing"}>
      <FillPatterns id={id} fills={legend.map(({ fill }) => fill)} />
      <svg className="wide" viewBox={`0 0 ${wideWidth} ${wide.height}`} role="img" aria-label={label}>
        {wide.children}
      </svg>
      <svg className="narrow" viewBox={`0 0 ${narrowWidth} ${narrow.height}`} role="img" aria-label={label}>
        {narrow.children}
      </svg>
      {legend.length === 0 ? null : <Legend id={id} entries={legend} />}
      {caption === undefined ? null : <figcaption>{caption}</figcaption>}
    </figure>
  );
}
