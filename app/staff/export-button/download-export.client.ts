import type { Refusal } from "#app/platform/http/refusal.ts";
import { recordCountHeader } from "./export-path.ts";

export type DownloadOutcome =
  | { ok: true; records: number }
  | { ok: false; reason: "empty" | "signed-out" | "proof" | "too-many" | "failed" };

/**
 * Fetches an export whole and then saves it, so that success is only reported once every record has arrived. An export
 * without records is not saved.
 */
export async function downloadExport(path: string, method: "GET" | "POST" = "GET"): Promise<DownloadOutcome> {
  try {
    const response = await fetch(path, { method });
    if (response.status === 401) return { ok: false, reason: "signed-out" };
    if (!response.ok) return { ok: false, reason: await readReason(response) };
    const records = Number(response.headers.get(recordCountHeader));
    if (records === 0) {
      await response.body?.cancel();
      return { ok: false, reason: "empty" };
    }
    save(await response.blob(), readFileName(response));
    return { ok: true, records };
  } catch {
    // The connection broke before or during the download.
    return { ok: false, reason: "failed" };
  }
}

/** Two refusals have a remedy: re-authenticate, or wait. */
async function readReason(response: Response): Promise<"proof" | "too-many" | "failed"> {
  // Other content has no such kind.
  const refusal = (await response.json()) as Partial<Refusal>;
  const kind = refusal.error?.kind;
  return kind === "proof" || kind === "too-many" ? kind : "failed";
}

function readFileName(response: Response): string {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? "export.csv";
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser opens the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
