import { highestScore, type Level, levelNamed, levels } from "#app/leads/assessment/score.ts";
import { Tooltip } from "./tooltip.tsx";

/** What a level says of an owner, in a few words for whoever reads a list of them. */
const meaningOf: Record<Level, string> = {
  "Early Stage": "most of what a buyer will ask for has still to be made",
  "Making Progress": "the groundwork is there, with decisions and documents still missing",
  "Exit Ready": "could answer a serious buyer without a scramble",
};

/** The level of an assessment in its colour, with what it means and which scores have it. */
export function LevelBadge({ level, tone }: { level: string; tone: "low" | "middle" | "high" }) {
  return (
    <Tooltip text={describeLevel(levelNamed(level))}>
      <span className={`tag ${tone}`}>{level}</span>
    </Tooltip>
  );
}

/** “Making Progress, 11 to 16 of 21: the groundwork is there, …” */
export function describeLevel(level: Level): string {
  const scores = levels.find((each) => each.level === level);
  return `${level}, ${scores?.from} to ${scores?.to} of ${highestScore}: ${meaningOf[level]}.`;
}
