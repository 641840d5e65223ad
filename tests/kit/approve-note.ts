import type { Kysely } from "kysely";
import { actorOf } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { saveChange, startChange, submitChange } from "#app/publishing/changes/edit-changes.server.ts";
import { isRecord, parseJson } from "#app/publishing/documents/json.ts";
import { approveChange } from "#app/publishing/publication/publish-change.server.ts";

export const noteAuthor = actorOf({ id: "ruth", email: "ruth@example.com" });
const clock = { now: () => new Date() };

/** Approves a change of the home page for a time that has passed. The next server that looks for due changes publishes it. */
export async function approveNote(db: Kysely<Database>, note: string): Promise<void> {
  const deps = { db, clock, actor: noteAuthor, clientAddress: "" };
  const started = await startChange(deps, "home");
  if (!started.ok) throw new Error(started.reason);
  const home = parseJson(started.change.body ?? "");
  if (!isRecord(home) || !isRecord(home["values"])) throw new Error("The home page has no values.");
  const document = { ...home, values: { ...home["values"], note } };
  const saved = await saveChange(deps, started.change, { document, reason: note });
  if (!saved.ok) throw new Error(saved.reason);
  const submitted = await submitChange(deps, saved.change);
  if (!submitted.ok) throw new Error(submitted.reason);
  const publishAt = new Date(Date.now() + 60_000);
  const unused = () => Promise.reject(new Error("The test only approves."));
  const approved = await approveChange(
    {
      ...deps,
      log: silentLog,
      captureRelease: unused,
      refresh: () => Promise.resolve(),
      requiresSecondPerson: false,
    },
    submitted.change,
    { publishAt, decisionReason: "" },
  );
  if (!approved.ok) throw new Error(approved.reason);
  await db
    .updateTable("contentChanges")
    .set({ publishAt: new Date(0) })
    .where("state", "=", "approved")
    .execute();
}
