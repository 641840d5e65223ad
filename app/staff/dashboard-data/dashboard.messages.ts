import { practice } from "#content/practice.ts";
import { emptyTexts, loadingAssessments } from "#app/staff/leads/leads.messages.ts";
import type { ExportList } from "#app/staff/data-table/export-lists.ts";
import type { Notice } from "#app/ui/notifications.tsx";

/** How many rows of a list the dashboard shows (specification sections 2 and 9). */
export const shownRows = 20;

/** Wording of the four sections; of the assessments letter for letter from specification section 2, of the others after its example. */
export const sectionTexts: Record<ExportList, SectionTexts> = {
  assessments: {
    loading: loadingAssessments,
    empty: emptyTexts.assessments,
    firstRows: `Showing first ${shownRows} assessments. Export to CSV for complete data.`,
    missing:
      "The assessments could not be loaded just now. They are not lost; this page tries again by itself.",
  },
  signups: {
    loading: "Loading signup data...",
    empty: emptyTexts.signups,
    firstRows: `Showing first ${shownRows} signups. Export to CSV for complete data.`,
    missing: "The signups could not be loaded just now. They are not lost; this page tries again by itself.",
  },
  visitors: {
    loading: "Loading visitor data...",
    empty: emptyTexts.visitors,
    firstRows: `Showing first ${shownRows} visitors. Export to CSV for complete data.`,
    missing: "The visitors could not be loaded just now. They are not lost; this page tries again by itself.",
  },
  tracking: {
    loading: "Loading tracking data...",
    empty: emptyTexts.tracking,
    // The specification has no cap here: where the others are, is said.
    firstRows: `Showing the newest ${shownRows} events. “View all” shows every one of them.`,
    missing: "The events could not be loaded just now. They are not lost; this page tries again by itself.",
  },
};

type SectionTexts = {
  loading: string;
  empty: string;
  firstRows: string;
  /** Where nobody can say whether there is anything. */
  missing: string;
};

export const dashboardTexts = {
  viewAll: "View all",
  sections: "On this page",
  demo: "Demo data is among what you see, and counts in every figure: everybody with an address under .invalid is invented. Whoever runs the server takes it out again with: npm run demo -- remove",
  /** @param keptFor how long visits of nobody known are kept */
  trackingNote: (keptFor: string) =>
    `Tracking data is recorded by this site itself and stored in its own database. It is kept for ${keptFor}; activity of people who gave a name is kept as long as their record.`,
  cards: {
    sinceTheBeginning: "Since the beginning",
    noneYet: "None yet",
    unknown: "Could not be counted just now",
    seats: (taken: number, capacity: number, day: string) => `${taken} of ${capacity} seats taken for ${day}`,
  },
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
