import { keepCurrent, levelMessages } from "#app/assessments/questions/assessment.messages.ts";
import type { Answers } from "#app/assessments/questions/questions.ts";
import { firstMoves, highestScore, type Level, nextMoves } from "#app/assessments/questions/score.ts";
import type { EmailBlock, EmailContent } from "#app/email/rendering/email-content.ts";
import { longDayIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";

/**
 * The result, for whoever took the assessment. Anybody can type anybody's address: so it says why it came, and carries nothing that
 * was typed. It is asked for and offers nothing, so nobody has to be able to stop it. Subject and preview, which show on locked
 * screens, say no figure: that somebody thinks of selling may be no secret of ours to tell.
 */
export function assessmentResultEmail(result: {
  answers: Answers;
  /** Score and level as they were given and stored. */
  score: number;
  level: Level;
  takenAt: Date;
  /** Secret: whoever has it can read the result. */
  resultUrl: string;
}): EmailContent {
  const { answers, score, level, takenAt, resultUrl } = result;
  return {
    subject: "Your Pre-LOI Assessment",
    preview: "Your score, what it means, and what to do next.",
    topic: "essential",
    audience: "visitor",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `Somebody, most likely you, took the Pre-LOI Assessment on our site on ${longDayIn(practice.timeZone, takenAt)}, and gave this address for the result.`,
      levelMessages[level],
      ...movesOf(answers),
      { button: { label: "Open your result", url: resultUrl } },
      "The page shows every answer and what it means, and can be printed. Its address is private: whoever has this e-mail can open it, so forward it only to people who may read your answers.",
      "A score describes preparation, not the price you will get. It isn’t tax or legal advice.",
      `If it was not you, somebody typed your address, perhaps by mistake. Ignore this e-mail, or write to ${practice.email} to have the answers erased.`,
    ],
  };
}

/** Those that one begins with; the page has all. */
function movesOf(answers: Answers): EmailBlock[] {
  const moves = nextMoves(answers).slice(0, firstMoves);
  return moves.length === 0
    ? [
        "No answer calls for a next move. Readiness ages, though. What to keep current:",
        { steps: keepCurrent },
      ]
    : [introductions[moves.length] ?? "", { steps: moves }];
}

const introductions: readonly string[] = [
  "",
  "Your next move, from your weakest answer:",
  "Your next two moves, from your weakest answers, in the order in which we would do them:",
  "Your next three moves, from your weakest answers, in the order in which we would do them:",
];
