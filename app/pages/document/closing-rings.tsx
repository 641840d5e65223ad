import { growRings, ringsPath } from "#app/pages/rings.ts";
import "./closing-rings.css";

const rings = growRings({ count: 12, radius: 720, seed: 10 });

/** The cross section of a tree behind the text of a dark band. */
export function ClosingRings() {
  return (
    <svg className="closing-rings" viewBox="-800 -800 1600 1600" aria-hidden="true">
      <path d={ringsPath(rings)} />
    </svg>
  );
}
