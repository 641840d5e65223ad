import { emptyTexts } from "#app/staff/leads/leads.messages.ts";
import { loadingAssessments } from "#app/staff/shell/error-page.messages.ts";
import type { ExportList } from "#app/staff/data-table/export-lists.ts";

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
