import { expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { listComplianceTasks } from "#app/compliance/tasks/list-tasks.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { applyRecordsForm } from "./apply-records-form.server.ts";
import { viewRecords } from "./records-view.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const actor = actorOf({ id: "ruth", email: "ruth@example.com" });

async function enter(fields: Record<string, string>) {
  const form = new FormData();
  const filing = { intent: "filing", document: "form-crs", versionOn: "2026-11-10", inaccurateOn: "" };
  const all = { ...filing, filedOn: "", postedOn: "", deliveredOn: "", note: "", ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return applyRecordsForm({ db, clock, actor, clientAddress: "192.0.2.1" }, form);
}

async function readInaccuracies(): Promise<string[]> {
  return (await viewRecords({ db, clock })).filings.map(({ inaccurate }) => inaccurate);
}

it("a day of inaccuracy counts until another one is entered or it is withdrawn", async () => {
  await enter({ inaccurateOn: "2026-01-05" });
  await enter({ filedOn: "2026-11-12" });
  expect(await readInaccuracies()).toEqual(["Jan 5, 2026"]);
  expect(await listComplianceTasks(db, clock.now())).toHaveLength(2);

  expect(await enter({ filedOn: "2026-11-12", withdrawsInaccuracy: "yes" })).toMatchObject({ ok: true });
  expect(await readInaccuracies()).toEqual([""]);
  expect(await listComplianceTasks(db, clock.now())).toEqual([]);
  await enter({ postedOn: "2026-11-12" });
  expect(await readInaccuracies()).toEqual([""]);

  await enter({ inaccurateOn: "2026-11-05" });
  expect(await readInaccuracies()).toEqual(["Nov 5, 2026"]);
  // All entries are kept.
  const stored = await db.selectFrom("regulatoryFilings").select("id").execute();
  expect(stored).toHaveLength(5);
});

it("a day of inaccuracy cannot be entered and withdrawn in one entry", async () => {
  expect(await enter({ inaccurateOn: "2026-11-05", withdrawsInaccuracy: "yes" })).toMatchObject({
    ok: false,
    refused: {
      errors: { inaccurateOn: "Enter a day or check the box, but not both." },
      values: { inaccurateOn: "2026-11-05", withdrawsInaccuracy: "yes" },
    },
  });
});
