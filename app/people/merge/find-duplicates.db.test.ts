import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { findDuplicates } from "./find-duplicates.server.ts";

const { db } = testDatabase();
const jon = { ...aPerson("jon"), name: "Jon Smith", email: "jon@smith.example", phone: "(512) 555-0142" };

test.each([
  ["the same number in another spelling", { phone: "+1 512.555.0142", name: "Rosa Lee" }, "phone"],
  ["a similar name at the same company", { email: "jsmith@smith.example", name: "John Smith" }, "name"],
  ["another name at the same company", { email: "rosa@smith.example", name: "Rosa Lee" }, undefined],
  ["a similar name at another company", { name: "John Smith" }, undefined],
  ["another number", { phone: "512 555 0143", name: "Rosa Lee" }, undefined],
])("a person with %s", async (_, other, reason) => {
  await takeAssessment(db, jon);
  await takeAssessment(db, { ...aPerson("other"), ...other });
  const found = await findDuplicates(db, jon.email);
  expect(found.map((duplicate) => duplicate.reason)).toEqual(reason === undefined ? [] : [reason]);
});

test("a similar name at a public email provider is not proposed", async () => {
  await takeAssessment(db, { ...jon, email: "jon@gmail.com" });
  await takeAssessment(db, { ...aPerson("other"), name: "John Smith", email: "john@gmail.com" });
  expect(await findDuplicates(db, "jon@gmail.com")).toEqual([]);
});

test("at most three people are proposed, those with the same number first", async () => {
  await takeAssessment(db, jon);
  for (const mark of ["a", "b", "c"]) {
    await takeAssessment(db, { ...aPerson(mark), name: "John Smith", email: `${mark}@smith.example` });
  }
  await takeAssessment(db, { ...aPerson("z"), name: "Rosa Lee", phone: jon.phone });
  const reasons = (await findDuplicates(db, jon.email)).map(({ reason }) => reason);
  expect(reasons).toEqual(["phone", "name", "name"]);
});
