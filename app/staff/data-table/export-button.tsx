import { type SubmitEvent, useState } from "react";
import { downloadExport } from "./download-export.client.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import type { Notice } from "#app/ui/notifications.tsx";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { type ExportFile, exportPath } from "./export-lists.ts";
import {
  exportedRows,
  exportFailure,
  exportNotices,
  exportsUnderWay,
  exportTexts,
} from "./exports.messages.ts";

/**
 * Saves an export and says how it went. Without scripting it is a form that the browser answers with a download.
 * @param query what the list is narrowed down to, as its address has it
 * @param isRaw the variant for machines, offered quietly beside the other
 */
export function ExportButton({
  list,
  query = {},
  isRaw = false,
  disabled,
  post,
}: {
  list: ExportFile;
  query?: Readonly<Record<string, string>>;
  isRaw?: boolean;
  disabled: boolean;
  post: (notice: Notice) => void;
}) {
  const [isExporting, setIsExporting] = useState(false);

  async function exportRecords(): Promise<void> {
    setIsExporting(true);
    const outcome = await downloadExport(addressOf(list, query), isRaw ? "POST" : "GET");
    setIsExporting(false);
    if (outcome.ok) post(exportNotices[list].exported(outcome.records));
    else if (outcome.reason === "signed-out") leaveForSignIn("ended");
    // This screen comes back after that, and the button with it.
    else if (outcome.reason === "proof") location.assign(stepUpPath(location.pathname + location.search));
    else post(noticeOf(list, outcome.reason));
  }

  function startExport(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isExporting) void exportRecords();
  }

  return (
    // A GET form replaces the query of its action URL with its fields.
    <form
      method={isRaw ? "post" : "get"}
      action={isRaw ? addressOf(list, query) : exportPath(list)}
      onSubmit={startExport}
    >
      {Object.entries(isRaw ? {} : query).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <button
        type="submit"
        className={isRaw ? "btn quiet" : "btn"}
        disabled={disabled}
        aria-busy={isExporting}
      >
        {isRaw ? exportTexts.forMachines : exportTexts.forPeople}
        <span className="unseen"> of {exportedRows[list]}</span>
      </button>
    </form>
  );
}

function noticeOf(list: ExportFile, reason: "empty" | "too-many" | "failed"): Notice {
  const notices = { empty: exportNotices[list].empty, "too-many": exportsUnderWay, failed: exportFailure };
  return notices[reason];
}

function addressOf(list: ExportFile, asked: Readonly<Record<string, string>>): string {
  const said = new URLSearchParams(asked);
  return said.size === 0 ? exportPath(list) : `${exportPath(list)}?${said.toString()}`;
}
