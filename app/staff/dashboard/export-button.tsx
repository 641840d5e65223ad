import { type SubmitEvent, useState } from "react";
import { pages } from "#app/pages/registry.ts";
import { downloadExport } from "#app/staff/exports/download-export.client.ts";
import { proofPath } from "#app/staff/proof-path.ts";
import type { Notice } from "#app/staff/notices.tsx";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { exportNotices, loadFailure } from "./dashboard.messages.ts";

/** Saves an export and says how it went. Without scripting it is a form that the browser answers with a download. */
export function ExportButton({
  path,
  disabled,
  post,
}: {
  path: string;
  disabled: boolean;
  post: (notice: Notice) => void;
}) {
  const [isExporting, setIsExporting] = useState(false);

  async function exportRecords(): Promise<void> {
    setIsExporting(true);
    const outcome = await downloadExport(path);
    setIsExporting(false);
    if (outcome.ok) post(exportNotices.exported(outcome.records));
    else if (outcome.reason === "signed-out") leaveForSignIn("ended");
    // The dashboard comes back after that, and the button with it.
    else if (outcome.reason === "proof") location.assign(proofPath(pages.admin.path));
    else post(outcome.reason === "empty" ? exportNotices.empty : loadFailure);
  }

  function startExport(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isExporting) void exportRecords();
  }

  return (
    <form method="get" action={path} onSubmit={startExport}>
      <button type="submit" className="btn" disabled={disabled} aria-busy={isExporting}>
        Export CSV
      </button>
    </form>
  );
}
