import { practice } from "#content/practice.ts";
import type { Notice } from "#app/staff/notices.tsx";

/** How many rows of a list the dashboard shows (specification sections 2 and 9). */
export const shownRows = 20;

/** Wording of the assessments section, letter for letter from specification section 2. */
export const assessmentTexts = {
  loading: "Loading assessment data...",
  empty: "No assessments found.",
  firstRows: `Showing first ${shownRows} assessments. Export to CSV for complete data.`,
} as const;

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

/** For an account that could see them until a day. */
export const endedTexts = {
  title: "Your access has ended",
  description: (lastDay: string) =>
    `Your last day was ${lastDay}. If you still need access, ask whoever invited you, or call ${phone}.`,
} as const;
