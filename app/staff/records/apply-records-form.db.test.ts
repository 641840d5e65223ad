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

async function readVersions() {
  return (await viewRecords({ db, clock }, { withIncidents: true })).filings;
}

async function readInaccuracies(): Promise<string[]> {
  return (await readVersions()).map(({ inaccurate }) => inaccurate);
}

it("a day of inaccuracy counts until another one is entered or it is withdrawn", async () => {
  await enter({ inaccurateOn: "2026-01-05" });
  await enter({ filedOn: "2026-11-12" });
  expect(await readInaccuracies()).toEqual(["Jan 5, 2026"]);
  expect(await listComplianceTasks(db, clock.now(), { withIncidents: true })).toHaveLength(2);

  expect(await enter({ filedOn: "2026-11-12", withdrawsInaccuracy: "yes" })).toMatchObject({ ok: true });
  expect(await readInaccuracies()).toEqual([""]);
  expect(await listComplianceTasks(db, clock.now(), { withIncidents: true })).toEqual([]);
  await enter({ postedOn: "2026-11-12" });
  expect(await readInaccuracies()).toEqual([""]);

  await enter({ inaccurateOn: "2026-11-05" });
  expect(await readInaccuracies()).toEqual(["Nov 5, 2026"]);
  // All entries are kept.
  const stored = await db.selectFrom("regulatoryFilings").select("id").execute();
  expect(stored).toHaveLength(5);
});

it("entering one date keeps the others, until one is withdrawn", async () => {
  await enter({ filedOn: "2026-11-11", postedOn: "2026-11-12", note: "Receipt 4" });
  await enter({ deliveredOn: "2026-11-20" });
  expect(await readVersions()).toMatchObject([
    { filed: "Nov 11, 2026", posted: "Nov 12, 2026", delivered: "Nov 20, 2026" },
  ]);
  await enter({ withdrawsPosting: "yes" });
  await enter({ filedOn: "2026-11-13" });
  const [version] = await readVersions();
  expect(version).toMatchObject({ filed: "Nov 13, 2026", posted: "", delivered: "Nov 20, 2026" });
  const entered = "ruth@example.com, Nov 28, 2026, 10:00 AM CST";
  expect(version?.entries).toMatchObject([
    { dates: "Filed: Nov 13, 2026", entered },
    { dates: "Posted: withdrawn" },
    { dates: "Delivered: Nov 20, 2026" },
    { dates: "Filed: Nov 11, 2026 · Posted: Nov 12, 2026", note: "Receipt 4" },
  ]);
});

it("versions are listed by document, and do not share their dates", async () => {
  await enter({ filedOn: "2026-11-11" });
  await enter({ versionOn: "2026-11-20", postedOn: "2026-11-21" });
  expect(await readVersions()).toMatchObject([
    { version: "Nov 20, 2026", filed: "", posted: "Nov 21, 2026" },
    { version: "Nov 10, 2026", filed: "Nov 11, 2026", posted: "" },
  ]);
});

it.each([
  ["inaccurateOn", "withdrawsInaccuracy"],
  ["filedOn", "withdrawsFiling"],
  ["postedOn", "withdrawsPosting"],
  ["deliveredOn", "withdrawsDelivery"],
])("%s cannot be entered and withdrawn in one entry", async (day, box) => {
  expect(await enter({ [day]: "2026-11-05", [box]: "yes" })).toMatchObject({
    ok: false,
    refused: {
      errors: { [day]: "Enter a date or check the box, but not both." },
      values: { [day]: "2026-11-05", [box]: "yes" },
    },
  });
});
