import { saveChange, startChange, submitChange } from "#app/publishing/changes/edit-changes.server.ts";
import { isRecord, parseJson } from "#app/publishing/documents/json.ts";

type Deps = Parameters<typeof startChange>[0];

/** Changes a sentence of the home page and submits the change for approval. @returns the submitted change */
export async function submitNote(deps: Deps, note: string) {
  const started = await startChange(deps, "home");
  if (!started.ok) throw new Error(started.reason);
  const home = parseJson(started.change.body ?? "");
  if (!isRecord(home) || !isRecord(home["values"])) throw new Error("The home page has no values.");
  const document = { ...home, values: { ...home["values"], note } };
  const saved = await saveChange(deps, started.change, { document, reason: "A clearer note" });
  if (!saved.ok) throw new Error(saved.reason);
  const submitted = await submitChange(deps, saved.change);
  if (!submitted.ok) throw new Error(submitted.reason);
  return submitted.change;
}
