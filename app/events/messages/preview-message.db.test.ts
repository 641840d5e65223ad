import { expect, test } from "vitest";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { findMessage } from "./find-messages.server.ts";
import { previewMessage, saveDraft } from "./send-message.server.ts";

const { db } = testDatabase();
const now = new Date("2026-12-18T12:00:00Z");
const deps = {
  db,
  clock: { now: () => now },
  actor: { kind: "staff", id: "1", email: "ruth@example.com" },
} as const;

test("a preview does not wait for sign-ups, which lock the event", async () => {
  const added = db.insertInto("events").values(anEvent()).returning("id");
  const { id: eventId } = await added.executeTakeFirstOrThrow();
  const fields = { replayUrl: "https://live.example.com/replay", slidesUrl: null, paragraph: null };
  const draft = { template: "replay", audience: "holders", fields, repeats: false } as const;
  const saved = await saveDraft(deps, eventId, draft);
  const message = saved.ok ? await findMessage(db, eventId, saved.id) : undefined;
  if (message === undefined) throw new Error("The draft was not stored.");
  await db.transaction().execute(async (trx) => {
    await lockEvent(trx, eventId);
    expect(await previewMessage(deps, message)).toMatchObject({ recipients: [] });
  });
});
