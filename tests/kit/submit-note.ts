import { saveChange, startChange, submitChange } from "#app/publishing/changes/edit-changes.server.ts";
import { isRecord, type Json, parseJson } from "#app/publishing/documents/json.ts";

type Deps = Parameters<typeof startChange>[0];

/** Changes a sentence of the home page and submits the change for approval. @returns the submitted change */
export async function submitNote(deps: Deps, note: string) {
  const started = await startChange(deps, "home");
  if (!started.ok) throw new Error(started.reason);
  const document = withNote(parseJson(started.change.body ?? ""), note);
  const saved = await saveChange(deps, started.change, { document, reason: "A clearer note" });
  if (!saved.ok) throw new Error(saved.reason);
  const submitted = await submitChange(deps, saved.change);
  if (!submitted.ok) throw new Error(submitted.reason);
  return submitted.change;
}

/** The home page with another sentence. */
export function withNote(home: Json, note: string): Json {
  if (!isRecord(home) || !isRecord(home["values"])) throw new Error("The home page has no values.");
  return { ...home, values: { ...home["values"], note } };
}
