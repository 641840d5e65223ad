import { type SubmitEvent, useState } from "react";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import type { Notice } from "#app/ui/notifications.tsx";
import { downloadExport } from "./download-export.client.ts";
import {
  exportedNotice,
  exportFailure,
  exportTexts,
  nothingNotice,
  tooManyExports,
} from "./exports.messages.ts";
import { exportPath } from "./export-path.ts";
import type { ListExport, RowNouns } from "./export-definition.ts";

/** The parts of a definition that its export needs. */
export type ExportableList = RowNouns & { name: string; export?: ListExport };

/** The export of a list and its raw variant. */
export function ExportButtons(props: Omit<Parameters<typeof ExportButton>[0], "isRaw" | "label">) {
  return (
    <>
      <ExportButton {...props} />
      <ExportButton {...props} isRaw />
    </>
  );
}

/**
 * Saves an export and reports the outcome. Without scripting it is a form, and the browser downloads the response.
 * @param query the parameters of the list's URL
 * @param isRaw the machine-readable variant, with a less prominent button
 * @param label replaces the usual label, if a page has several exports
 */
export function ExportButton({
  list,
  query = {},
  isRaw = false,
  label,
  disabled,
  isLoading,
  post,
}: {
  list: ExportableList;
  query?: Readonly<Record<string, string>>;
  isRaw?: boolean;
  label?: string;
  disabled: boolean;
  /** Disables the button without removing the focus from it. */
  isLoading?: boolean;
  post: (notice: Notice) => void;
}) {
  const [isExporting, setIsExporting] = useState(false);
  const { name, rows, export: texts } = list;
  if (texts === undefined) return null;
  const notices = { empty: nothingNotice(texts), "too-many": tooManyExports, failed: exportFailure };

  async function exportRecords(): Promise<void> {
    setIsExporting(true);
    const outcome = await downloadExport(exportUrl(name, query), isRaw ? "POST" : "GET");
    setIsExporting(false);
    if (outcome.ok) post(exportedNotice(list, outcome.records));
    else if (outcome.reason === "signed-out") leaveForSignIn("ended");
    // Re-authentication returns to this page.
    else if (outcome.reason === "proof") location.assign(stepUpPath(location.pathname + location.search));
    else post(notices[outcome.reason]);
  }

  function startExport(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isExporting && isLoading !== true) void exportRecords();
  }

  return (
    // A GET form replaces the query of its action URL with its fields.
    <form
      method={isRaw ? "post" : "get"}
      action={isRaw ? exportUrl(name, query) : exportPath(name)}
      onSubmit={startExport}
    >
      {Object.entries(isRaw ? {} : query).map(([parameter, value]) => (
        <input type="hidden" name={parameter} value={value} key={parameter} />
      ))}
      <button
        type="submit"
        className={isRaw ? "btn quiet" : "btn"}
        disabled={disabled}
        aria-disabled={isLoading || undefined}
        aria-busy={isExporting}
      >
        {label ?? <UsualLabel isRaw={isRaw} rows={rows} />}
      </button>
    </form>
  );
}

function UsualLabel({ isRaw, rows }: { isRaw: boolean; rows: string }) {
  return (
    <>
      {isRaw ? exportTexts.raw : exportTexts.csv}
      <span className="unseen"> of {rows}</span>
    </>
  );
}

function exportUrl(name: string, query: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(query);
  return params.size === 0 ? exportPath(name) : `${exportPath(name)}?${params.toString()}`;
}
