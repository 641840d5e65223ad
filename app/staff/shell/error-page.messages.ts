import type { Notice } from "#app/ui/notifications.tsx";
import { practice } from "#content/practice.ts";

/** Shown while the dashboard loads, and on other screens during navigation to it (specification section 2). */
export const loadingAssessments = "Loading assessment data...";

// spec §8
export const loadFailure = {
  title: "Error",
  description: "Failed to load data. Please check your authentication.",
  bad: true,
} as const satisfies Notice;

const phone = (): string => practice.phone.display.replaceAll(" ", "\u00a0");

/** For an account without a role. */
export const waitingTexts = {
  title: "Your account is waiting for approval",
  get description() {
    return `You are signed in, but an owner has not given your account a role yet. You get access as soon as an owner approves it. Questions? Call ${phone()}.`;
  },
} as const;

/** For an account whose role lacks the permission. */
export const otherRoleTexts = {
  title: "You don’t have access to this page",
  description: "If you need access, ask an owner.",
} as const;

/** For an account whose access was limited in time. */
export const endedTexts = {
  title: "Your access has ended",
  description: (lastDay: string) =>
    `Your last day was ${lastDay}. If you still need access, ask the person who invited you, or call ${phone()}.`,
} as const;

export const missingPersonTexts = {
  title: "Person not found",
  text: "They may have been erased, or the link may be incomplete. Search under “People”.",
} as const;

/** For a form that was posted after the session had ended, or too long after the last authentication. */
export const unsentTexts = {
  "sign-in": {
    title: "You were signed out, and your changes were not saved",
    description: "Your session ended before you sent this form. Your entries are still on this page.",
    steps: ["Leave this page open.", "Sign in in a new tab.", "Return here and choose “Send again”."],
    link: "Sign In (new tab)",
    again: "Send again",
  },
  "step-up": {
    title: "Confirm your identity, and then send this form again",
    description:
      "Your changes were not saved. To make this change, you must have confirmed your identity within the last ten minutes. Your entries are still on this page.",
    steps: [
      "Leave this page open.",
      "Confirm your identity in a new tab.",
      "Return here and choose “Send again”.",
    ],
    link: "Confirm your identity (new tab)",
    again: "Send again",
  },
} as const;
