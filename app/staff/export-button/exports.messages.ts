import type { Notice } from "#app/ui/notifications.tsx";
import { maxExports } from "./export-limits.ts";
import type { ListExport } from "./export-definition.ts";

// spec §8
export function exportedNotice({ exported }: Pick<ListExport, "exported">, records: number): Notice {
  return { title: "Export Successful", description: exported(records) };
}

// spec §8
export function nothingNotice({ emptyMessage }: Pick<ListExport, "emptyMessage">): Notice {
  return { title: "No Data", description: emptyMessage, bad: true };
}

/** A browser without scripting displays the description alone. */
export const tooManyExports: Notice = {
  title: "Too many exports",
  description: `At most ${maxExports.perAccount} of your exports, and ${maxExports.perProcess} of all users, can run at the same time. Wait until one has finished, then try again.`,
  bad: true,
};

// spec §8: one message for all failures.
export const exportFailure: Notice = {
  title: "Error",
  description: "Failed to load data. Please check your authentication.",
  bad: true,
};

export const exportTexts = { csv: "Export CSV", raw: "Raw CSV" } as const;
