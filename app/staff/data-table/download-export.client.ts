import type { Refusal } from "#app/platform/refusal.ts";
import { recordCountHeader } from "./export-lists.ts";

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
    if (!response.ok) return { ok: false, reason: await reasonOf(response) };
    const records = Number(response.headers.get(recordCountHeader));
    if (records === 0) {
      await response.body?.cancel();
      return { ok: false, reason: "empty" };
    }
    save(await response.blob(), fileNameOf(response));
    return { ok: true, records };
  } catch {
    // The connection broke, before or in the middle of the file.
    return { ok: false, reason: "failed" };
  }
}

/** Of the refusals, those after which there is something to do: to show once more who one is, or to wait. */
async function reasonOf(response: Response): Promise<"proof" | "too-many" | "failed"> {
  // Whatever else stands there is no refusal of these kinds.
  const refusal = (await response.json()) as Partial<Refusal>;
  const kind = refusal.error?.kind;
  return kind === "proof" || kind === "too-many" ? kind : "failed";
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? "export.csv";
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes its own hold of the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
