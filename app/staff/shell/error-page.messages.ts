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

/** In one piece at the end of a line. */
const phone = practice.phone.display.replaceAll(" ", "\u00a0");

/** For an account that is signed in and may not see the leads yet. */
export const waitingTexts = {
  title: "Your account is waiting",
  description: `You are signed in, but no owner of the practice has given your account a role yet. This page opens as soon as one has. If it takes long, call ${phone}.`,
} as const;

/** For an account whose role opens other pages. */
export const otherRoleTexts = {
  title: "This page is not for your role",
  description: "Your account may not open it. If you need to, ask an owner of the practice.",
} as const;

/** For an account that could see them until a day. */
export const endedTexts = {
  title: "Your access has ended",
  description: (lastDay: string) =>
    `Your last day was ${lastDay}. If you still need access, ask whoever invited you, or call ${phone}.`,
} as const;
