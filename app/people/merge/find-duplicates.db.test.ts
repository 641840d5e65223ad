import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
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

test("new records of a stranger with the number or the name of a person do not hide the record of the person", async () => {
  const setAge = (email: string, days: number) =>
    sql`update people set created_at = ${personTime}::timestamptz - ${days} * interval '1 day' where email = ${email}`.execute(
      db,
    );
  await takeAssessment(db, jon);
  await takeAssessment(db, { ...aPerson("phone"), phone: jon.phone });
  await takeAssessment(db, { ...aPerson("name"), name: "John Smith", email: "name@smith.example" });
  for (const { email } of [aPerson("phone"), { email: "name@smith.example" }]) await setAge(email, 1);
  for (const mark of ["a", "b", "c", "d"]) {
    await takeAssessment(db, {
      ...aPerson(mark),
      phone: jon.phone,
      name: "Jon Smith",
      email: `${mark}@smith.example`,
    });
  }
  const found = (await findDuplicates(db, jon.email)).map(({ email }) => email);
  expect(found).toHaveLength(3);
  expect(found).toEqual(expect.arrayContaining([aPerson("phone").email, "name@smith.example"]));
});

test("a record with a form from our page comes before older ones without", async () => {
  await takeAssessment(db, jon);
  for (const mark of ["a", "b", "c", "d"]) {
    await takeAssessment(db, { ...aPerson(mark), phone: jon.phone, name: `Rosa ${mark}` });
  }
  await sql`update people set has_form_token = name = 'Rosa d', created_at = created_at + (name = 'Rosa d')::int * interval '1 day'`.execute(
    db,
  );
  expect((await findDuplicates(db, jon.email))[0]?.email).toBe(aPerson("d").email);
});
