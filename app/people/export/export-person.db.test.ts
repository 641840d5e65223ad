import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { captureQueries } from "#tests/kit/explain-queries.ts";
import { floodPerson } from "#tests/kit/flood-person.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { readPersonExport } from "#tests/kit/read-person.ts";
import { preparePersonExport } from "./export-person.server.ts";
import { loadPerson } from "./load-person.server.ts";

const { db, pool } = testDatabase();
const ada = aPerson("ada");
const clock = { now: () => personTime };

test("the export is complete, and is read in small parts", async () => {
  await enter(db, ada);
  await floodPerson(db, ada.email, { assessments: 1_000, repeats: 300, held: 300 });
  const { counts, file } = await preparePersonExport({ db, clock }, ada.email, { hiddenKinds: [] });
  expect(counts).toMatchObject({ assessments: 1_001, signUps: 301, heldSubmissions: 301 });
  let text = "";
  let longest = 0;
  for await (const chunk of file()) {
    text += chunk;
    longest = Math.max(longest, chunk.length);
  }
  expect(text.split('"questionSetVersion":')).toHaveLength(1_001 + 1);
  expect(longest).toBeLessThan(text.length / 5);
});

test("no statement has a parameter for each form, because PostgreSQL permits 65,535", async () => {
  await enter(db, ada);
  await floodPerson(db, ada.email, { assessments: 500, repeats: 500, held: 500 });
  const sent = await captureQueries(pool, async (captured) => {
    const { file } = await preparePersonExport({ db: captured, clock }, ada.email, { hiddenKinds: [] });
    for await (const _ of file());
    await loadPerson(captured, ada.email, { hiddenKinds: [] });
  });
  expect(sent.length).toBeGreaterThan(20);
  expect(Math.max(...sent.map(({ parameters }) => parameters.length))).toBeLessThan(50);
  const hasManyIds = ({ parameters }: (typeof sent)[number]): boolean =>
    parameters.some((each) => Array.isArray(each) && each.length > 200);
  // Those that list the submissions and emails of all forms. The batches do not repeat the ids of the forms.
  expect(sent.filter(hasManyIds)).toHaveLength(2);
});

test("the rows of each list are in the order of their time", async () => {
  await enter(db, ada);
  await floodPerson(db, ada.email, { assessments: 450 });
  const text = await readPersonExport(db, ada.email);
  const names = [...text.matchAll(/"name": "(Stranger \d+)"/g)].map(([, name]) => name);
  expect(names).toEqual(Array.from({ length: 450 }, (_, index) => `Stranger ${index + 1}`));
});

test("the export names the records that were merged into the person", async () => {
  const records = [];
  for (const person of [ada, aPerson("ben")]) {
    await enter(db, person);
    const { id = "", revision = 0 } = (await findPersonRecord(db, person.email)) ?? {};
    records.push({ id, revision });
  }
  const [kept = { id: "", revision: 0 }, removed = { id: "", revision: 0 }] = records;
  const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
  await mergePeople({ db, clock, ...auditDeps, actor }, { kept, removed });
  expect(JSON.parse(await readPersonExport(db, ada.email))).toMatchObject({ mergedRecords: [removed.id] });
});
