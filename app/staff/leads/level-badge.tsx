import type { Level } from "#app/assessments/questions/score.ts";
import { describeLevel } from "./level-meaning.ts";
import { Tooltip } from "#app/ui/tooltip.tsx";

export type Tone = "low" | "middle" | "high";

/** The level of an assessment in its colour, with what it means and which scores have it. */
export function LevelBadge({ level, tone }: { level: Level; tone: Tone }) {
  return (
    <Tooltip text={describeLevel(level)}>
      <span className={`tag ${tone}`}>{level}</span>
    </Tooltip>
  );
}
