import { highestScore, type Level, levels } from "#app/assessments/questions/score.ts";
import { Tooltip } from "#app/ui/tooltip.tsx";

/** Yellow up to 10, blue from 11 to 16, green from 17 (specification section 2). */
export const levelTones = {
  "Early Stage": "low",
  "Making Progress": "middle",
  "Exit Ready": "high",
} as const satisfies Record<Level, string>;

const meanings: Record<Level, string> = {
  "Early Stage": "most of what a buyer will ask for is still missing",
  "Making Progress": "the groundwork is there; some decisions and documents are missing",
  "Exit Ready": "could answer a serious buyer without a scramble",
};

/** The level of an assessment in its color, with its meaning and range of scores. */
export function LevelBadge({ level }: { level: Level }) {
  return (
    <Tooltip text={describeLevel(level)}>
      <span className={`tag ${levelTones[level]}`}>{level}</span>
    </Tooltip>
  );
}

/** “Making Progress, 11 to 16 of 21: the groundwork is there; …” */
export function describeLevel(level: Level): string {
  const scores = levels.find((each) => each.level === level);
  return `${level}, ${scores?.from} to ${scores?.to} of ${highestScore}: ${meanings[level]}.`;
}

/** The bar repeats the figure next to it. */
export function Score({ score }: { score: number }) {
  return (
    <span className="score">
      <span>{`${score}/${highestScore}`}</span>
      <svg className="gauge" viewBox={`0 0 ${highestScore} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={highestScore} height="1" />
        <rect className="grown" width={score} height="1" />
      </svg>
    </span>
  );
}
