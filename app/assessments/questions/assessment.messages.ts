import { practice } from "#content/practice.ts";
import { highestScore, type Level } from "./score.ts";

/** A sentence in bold and one that explains it, shown above the form or the result. */
export type Notice = { title: string; description: string };

/** Wording that the specification gives letter for letter (spec §5 and §8). */
export const assessmentNotices = {
  complete: {
    title: "Assessment Complete!",
    description: "Thank you for completing the Pre-LOI Roadmap Assessment.",
  },
  failed: {
    title: "Submission Error",
    description: "There was an error submitting your assessment. Please try again.",
  },
  incomplete: {
    title: "Please complete all fields",
    description: "Fill in your contact information and answer all assessment questions.",
  },
  /** Nothing is missing, but something can't be used as it is. */
  invalid: {
    title: "Please check the marked fields",
    description: "What to change stands below each of them. Everything else has been kept.",
  },
} as const satisfies Record<string, Notice>;

/** Another form already sent the same answers. Their private URL is not displayed again. */
export function alreadyReceived({ score, level }: { score: number; level: string }): Notice {
  return {
    title: "We already have these answers",
    description: `Your score is ${score} of ${highestScore} (${level}). The link to your full result is in the email we sent you. If you cannot find it, call us at ${practice.phone.display}.`,
  };
}

export const assessmentFieldMessages = {
  unanswered: "Please choose one of the three answers",
} as const;

export const submitLabel = "Get My Assessment Results";
export const submittingStatus = "Sending your answers…";

/** What each level means: the lead paragraph of the result. */
export const levelMessages: Record<Level, string> = {
  "Early Stage":
    "Most of what a buyer will ask for has still to be made. That is no fault, and this is the best time to begin: most choices are open while no letter of intent is on your desk.",
  "Making Progress":
    "The groundwork is there. What is missing can be done in order, mostly with decisions and documents, provided that it is done before a letter of intent and not after it.",
  "Exit Ready":
    "You could answer a serious buyer without a scramble. What remains is to keep it current, and to test the structure once more before a letter of intent turns choices into terms.",
};

/** For the rare result without a weak answer. */
export const keepCurrent = [
  {
    title: "Renew the valuation each year",
    text: "A figure more than twelve months old is a memory, not an argument.",
  },
  {
    title: "Reread the plans",
    text: "Succession, beneficiaries, signing authority: once a year, and after every change in the family or the management.",
  },
  {
    title: "Hold the structure against the law",
    text: "Tax law changes while companies wait. Ask once a year, and again before any letter of intent, what has changed.",
  },
] as const;
