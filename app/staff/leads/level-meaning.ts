import { highestScore, type Level, levels } from "#app/assessments/questions/score.ts";

/** What a level says of an owner, in a few words for whoever reads a list of them. */
const meaningOf: Record<Level, string> = {
  "Early Stage": "most of what a buyer will ask for has still to be made",
  "Making Progress": "the groundwork is there, with decisions and documents still missing",
  "Exit Ready": "could answer a serious buyer without a scramble",
};

/** “Making Progress, 11 to 16 of 21: the groundwork is there, …” */
export function describeLevel(level: Level): string {
  const scores = levels.find((each) => each.level === level);
  return `${level}, ${scores?.from} to ${scores?.to} of ${highestScore}: ${meaningOf[level]}.`;
}
