import { expect, test } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, enter } from "#tests/kit/person-data.ts";
import { addPerson } from "#app/people/contact/add-person.server.ts";
import { findAffectedPeople } from "./affected-people.server.ts";

const { db } = testDatabase();
const { persons } = auditDeps;
const [ada, ben] = [aPerson("ada"), aPerson("ben")];
const sam = { kind: "staff", id: "1", email: "sam@example.com" } as const;
const network = "198.51.100.7";
const days = { timeZone: "America/Chicago" };

const view = (email: string, clientAddress = network) =>
  recordAudit(db, { action: "person-viewed", actor: sam, subject: persons.subjectOf(email), clientAddress });
const find = (actor: { account: string } | { network: string }, range = {}) =>
  findAffectedPeople({ db, persons }, { actor, days: { ...days, ...range } });

test("names the people whose record someone viewed or exported, by account and by network address", async () => {
  await enter(db, ada);
  await enter(db, ben);
  await view(ada.email);
  await recordAudit(db, { action: "person-exported", actor: sam, subject: persons.subjectOf(ada.email) });
  await view(ben.email, "203.0.113.9");
  const { people, erased } = await find({ account: sam.email });
  expect(people).toMatchObject([
    { name: ada.name, email: ada.email, basis: "record", isExported: true },
    { email: ben.email, isExported: false },
  ]);
  expect(erased).toEqual([]);
  expect((await find({ network })).people.map(({ email }) => email)).toEqual([ada.email]);
  expect((await find({ account: "other@example.com" })).people).toEqual([]);
  expect((await find({ account: sam.email }, { to: "2020-01-01" })).people).toEqual([]);
});

test("names people whom staff added without a form, by each of their addresses", async () => {
  const added = await addPerson(
    { db, clock: { now: () => new Date() }, persons, actor: sam },
    {
      name: "Carla Client",
      email: "carla@example.com",
      phone: null,
      company: null,
      source: null,
      owner: null,
    },
  );
  if (!added.ok) throw new Error(added.reason);
  await db
    .insertInto("personAddresses")
    .values({ email: "carla@home.example", personId: added.id })
    .execute();
  await view("carla@example.com");
  await view("carla@home.example");
  const { people, erased } = await find({ account: sam.email });
  expect(people).toMatchObject([
    { name: "Carla Client", email: "carla@example.com", basis: "record" },
    { name: "Carla Client", email: "carla@home.example", basis: "record" },
  ]);
  expect(erased).toEqual([]);
});

test("counts people who were erased since, without a name, and no colleagues", async () => {
  await view("gone@example.com");
  await db
    .insertInto("staffUsers")
    .values({
      id: "1",
      name: "Sam",
      email: sam.email,
      emailVerified: true,
      image: null,
      role: "staff",
      roleEndsAt: null,
    })
    .execute();
  await view(sam.email);
  const { people, erased } = await find({ account: sam.email });
  expect(people).toEqual([]);
  expect(erased).toEqual([persons.subjectOf("gone@example.com")]);
});

test("includes everyone who was stored when a list with people was viewed or exported", async () => {
  await enter(db, ada);
  const look = (list: string) =>
    recordAudit(db, { action: "leads-viewed", actor: sam, details: { list }, clientAddress: network });
  await look("claims");
  await look("incidents");
  expect((await find({ network })).people).toEqual([]);
  await look("people");
  const { people, lists } = await find({ network });
  expect(people).toMatchObject([{ email: ada.email, basis: "list", isExported: false }]);
  expect(lists).toMatchObject({ viewed: 1, exported: 0 });
});

test("counts other exports of many people, and people who were erased after a list was viewed", async () => {
  await enter(db, ada);
  const record = (action: AuditAction, details: Record<string, number>) =>
    recordAudit(db, { action, actor: sam, details, clientAddress: network });
  await record("record-exported", {});
  expect((await find({ network })).people).toEqual([]);
  await record("record-exported", { emails: 12 });
  await record("affected-people-exported", {});
  await record("integration-filled", { people: 1 });
  const subject = persons.subjectOf("gone@example.com");
  await recordAudit(db, { action: "person-erased", actor: { kind: "nobody" }, subject });
  const { people, erased, lists } = await find({ network });
  expect(people).toMatchObject([{ email: ada.email, basis: "list", isExported: true }]);
  expect(lists).toMatchObject({ viewed: 0, exported: 3 });
  expect(erased).toEqual([subject]);
});

test("adds an export of a list to the facts about a person whose record was opened", async () => {
  await enter(db, ada);
  await view(ada.email);
  const before = await find({ account: sam.email });
  await recordAudit(db, {
    action: "leads-export-begun",
    actor: sam,
    details: { list: "people" },
    clientAddress: network,
  });
  const after = await find({ account: sam.email });
  expect([before, after].map(({ people }) => people)).toMatchObject([
    [{ basis: "record", isExported: false }],
    [{ basis: "record", isExported: true }],
  ]);
  const [opened, exported] = [before.people[0]?.lastAt, after.people[0]?.lastAt];
  expect(Number(exported)).toBeGreaterThan(Number(opened));
  expect(after.people[0]?.firstAt).toEqual(before.people[0]?.firstAt);
});
