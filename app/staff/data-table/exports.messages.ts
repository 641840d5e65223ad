import { rowNames } from "./export-lists.ts";
import type { Notice } from "#app/ui/notifications.tsx";
import { mostExports } from "./export-limits.ts";
import type { ExportFile } from "./export-lists.ts";

type ExportNotices = { exported: (records: number) => Notice; empty: Notice };

// spec §8
export const exportNotices: Record<ExportFile, ExportNotices> = {
  assessments: {
    exported: (records) => succeeded(`Exported ${records} assessment records to CSV.`),
    empty: nothing("No assessment data to export."),
  },
  signups: {
    exported: (records) => succeeded(`Exported ${records} signup records to CSV.`),
    empty: nothing("No signup data to export."),
  },
  visitors: {
    exported: (records) => succeeded(`Exported ${records} visitor records to CSV.`),
    empty: nothing("No visitor data to export."),
  },
  tracking: {
    exported: (records) => succeeded(`Exported ${records} tracking events to CSV.`),
    empty: nothing("No tracking data to export."),
  },
  audit: {
    exported: (records) => succeeded(`Exported ${records} audit log entries to CSV.`),
    empty: nothing("No audit log entries to export."),
  },
};

function succeeded(description: string): Notice {
  return { title: "Export Successful", description };
}

function nothing(description: string): Notice {
  return { title: "No Data", description, bad: true };
}

/** As many exports are under way as may be. A browser without scripting is shown the description alone. */
export const exportsUnderWay: Notice = {
  title: "Exports under way",
  description: `You have ${mostExports.ofSession} exports under way, or there are ${mostExports.ofProcess} with those of others. Wait until one has ended, then try again.`,
  bad: true,
};

// spec §8: the one message for whatever could not be fetched.
export const exportFailure: Notice = {
  title: "Error",
  description: "Failed to load data. Please check your authentication.",
  bad: true,
};

/** What each file holds: said with the button’s words to who hears it, since a screen can have four of them. */
export const exportedRows: Record<ExportFile, string> = { ...rowNames, audit: "audit log entries" };

/** Words of the buttons. */
export const exportTexts = { forPeople: "Export CSV", forMachines: "Raw CSV" } as const;
