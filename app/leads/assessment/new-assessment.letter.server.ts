import type { Letter } from "#app/mail/outbox.server.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { highestScore } from "./score.ts";

/** Tells the practice that somebody took the assessment. The subject names nobody: subjects show on locked screens. */
export function newAssessmentLetter(assessment: {
  name: string;
  email: string;
  phone: string;
  score: number;
  level: string;
  siteUrl: string;
}): Letter {
  return {
    kind: "new-assessment",
    recipient: practice.email,
    subject: `New assessment: ${assessment.score} of ${highestScore}, ${assessment.level}`,
    paragraphs: [
      `${assessment.name} has taken the Pre-LOI Assessment: ${assessment.score} of ${highestScore}, ${assessment.level}.`,
      `E-mail: ${assessment.email}\nPhone: ${assessment.phone}`,
      `All answers are in the staff area: ${assessment.siteUrl}${pages.admin.path}`,
    ],
  };
}
