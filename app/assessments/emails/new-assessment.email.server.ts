import { highestScore } from "#app/assessments/questions/score.ts";
import { consentFacts, type PersonConsent } from "#app/intake/consent/find-consent.server.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { pages } from "#app/pages/registry.ts";

/** Tells the practice that somebody took the assessment. */
export function newAssessmentEmail(assessment: {
  name: string;
  email: string;
  phone: string;
  score: number;
  level: string;
  consent: PersonConsent;
  siteUrl: string;
}): EmailContent {
  const { name, email, phone, score, level, consent, siteUrl } = assessment;
  return {
    subject: `New assessment: ${score} of ${highestScore}, ${level}`,
    preview: "Somebody took the Pre-LOI Assessment.",
    topic: "essential",
    audience: "practice",
    heading: `${score} of ${highestScore}, ${level}`,
    blocks: [
      `${name} has taken the Pre-LOI Assessment.`,
      {
        facts: [["E-mail", email], ["Phone", phone], ...consentFacts(consent)],
      },
      { button: { label: "All answers, in the staff area", url: siteUrl + pages.admin.path } },
    ],
    replyTo: { name, address: email },
  };
}
