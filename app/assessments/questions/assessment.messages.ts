import { practice } from "#content/practice.ts";
import { highestScore, type Level } from "./score.ts";

/** A title and an explanation, displayed above the form or the result. */
export type Notice = {
  title: string;
  description: string;
  /** False for a notice that is not an error. */
  bad?: false;
};

/** Specification sections 5 and 8 fix this wording, except for `invalid`. */
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
  invalid: {
    title: "Fix the highlighted fields",
    description: "A note below each field explains what to change. Your other answers are saved.",
  },
} as const satisfies Record<string, Notice>;

/** Shown after a request to send the result again. It does not say whether the email was queued. */
export const emailedNotice: Notice = {
  title: "Check your email",
  get description() {
    return `We received your request to email this result to the address you gave. If nothing arrives within a few minutes, keep this page’s link or call us at ${practice.phone.display}.`;
  },
};

/** Shown if another form already sent the same answers. It does not repeat their private URL. */
export function alreadyReceived({ score, level }: { score: number; level: string }): Notice {
  return {
    title: "We already have these answers",
    get description() {
      return `Your score is ${score} of ${highestScore} (${level}). You don’t have to send them again: the link to your full result is in our email to you. If you can’t find it, call us at ${practice.phone.display}.`;
    },
    bad: false,
  };
}

export const assessmentFieldMessages = {
  unanswered: "Please choose one of the three answers",
} as const;

export const submitLabel = "Get My Assessment Results";
export const submittingStatus = "Sending your answers…";

/** The lead paragraph of the result. */
export const levelMessages: Record<Level, string> = {
  "Early Stage":
    "Most of the preparation is still ahead of you. The sooner you start, the more options you keep.",
  "Making Progress":
    "You’ve made a start. Some gaps close in weeks, others take years. Close them before you sign a letter of intent.",
  "Exit Ready":
    "Most of your preparation is in place. Close any gaps below, and review your structure before you sign a letter of intent.",
};

/** Shown for a result without a weak answer. */
export const keepCurrent = [
  {
    title: "Renew the valuation each year",
    text: "Buyers give little weight to a valuation more than 12 months old.",
  },
  {
    title: "Review your plans each year",
    text: "Check succession, beneficiaries and signing authority once a year, and after every change in your family or management.",
  },
  {
    title: "Check your plan against current tax law",
    text: "Tax law can change while you wait. Ask what has changed once a year, and again before any letter of intent.",
  },
] as const;
