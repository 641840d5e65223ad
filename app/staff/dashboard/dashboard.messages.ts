import type { QueueGroup } from "#app/people/queue/queue-groups.ts";
import { loadingAssessments } from "#app/staff/shell/error-page.messages.ts";

/** How many rows of a list the dashboard shows (specification sections 2 and 9). */
export const shownRows = 20;

/** Wording of the four sections. Specification section 2 defines that of the assessments; the others follow it. */
export const sectionTexts: Record<"assessments" | "signups" | "visitors" | "tracking", SectionTexts> = {
  assessments: {
    loading: loadingAssessments,
    firstRows: `Showing first ${shownRows} assessments. Export to CSV for complete data.`,
    missing: "The assessments could not be loaded. No data is lost; this page retries automatically.",
  },
  signups: {
    loading: "Loading signup data...",
    firstRows: `Showing first ${shownRows} signups. Export to CSV for complete data.`,
    missing: "The signups could not be loaded. No data is lost; this page retries automatically.",
  },
  visitors: {
    loading: "Loading visitor data...",
    firstRows: `Showing first ${shownRows} visitors. Export to CSV for complete data.`,
    missing: "The visitors could not be loaded. No data is lost; this page retries automatically.",
  },
  tracking: {
    loading: "Loading tracking data...",
    // The specification has no limit here, so the note says where the other events are.
    firstRows: `Showing the newest ${shownRows} events. Choose “View all” to see every event.`,
    missing: "The events could not be loaded. No data is lost; this page retries automatically.",
  },
};

type SectionTexts = {
  loading: string;
  firstRows: string;
  /** The list could not be loaded. */
  missing: string;
};

export const dashboardTexts = {
  queue: ({ overdue, today, new: unassigned }: Readonly<Record<QueueGroup, number>>): string =>
    `Overdue ${format(overdue)}, today ${format(today)}, new or without a next step ${format(unassigned)}.`,
  openQueue: "Open Today",
  viewAll: "View all",
  sections: "On this page",
  demo: "Includes demo data: people with an .invalid address are fictional and count in every figure. To delete them, the administrator runs the command “demo remove”.",
  /** @param retentionPeriods retention period of anonymous visits */
  trackingNote: (retentionPeriods: string) =>
    `Tracking data is recorded by this site and stored in its own database. It is kept for ${retentionPeriods}; the activity of identified people is kept as long as their record.`,
  cards: {
    allTime: "All time",
    noneYet: "None yet",
    unavailable: "Count unavailable",
    seats: (taken: number, capacity: number, day: string) => `${taken} of ${capacity} seats taken for ${day}`,
  },
} as const;

function format(count: number): string {
  return count.toLocaleString("en-US");
}
