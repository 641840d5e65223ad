import type { Notice } from "#app/ui/notifications.tsx";
import { maxExports } from "./export-limits.ts";
import type { ListExport, RowNouns } from "./export-definition.ts";

/** “1 claim” or “1,200 claims” */
export function countRows(count: number, { row, rows }: RowNouns): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? row : rows}`;
}

// spec §8
export function exportedNotice(
  list: RowNouns & { export?: Pick<ListExport, "exported"> },
  records: number,
): Notice {
  const specified = list.export?.exported?.(records);
  return {
    title: "Export Successful",
    description: specified ?? `Exported ${countRows(records, list)} to CSV.`,
  };
}

// spec §8
export function nothingNotice({ emptyMessage }: Pick<ListExport, "emptyMessage">): Notice {
  return { title: "No Data", description: emptyMessage, bad: true };
}

/** A browser without scripting displays the description alone. */
export const tooManyExports: Notice = {
  title: "Too many exports",
  description: `You can run up to ${maxExports.perAccount} exports at the same time, and all users together up to ${maxExports.perProcess}. Wait until one has finished, then try again.`,
  bad: true,
};

// spec §8: one message for all failures.
export const exportFailure: Notice = {
  title: "Error",
  description: "Failed to load data. Please check your authentication.",
  bad: true,
};

export const exportTexts = { csv: "Export CSV", raw: "Raw CSV" } as const;
