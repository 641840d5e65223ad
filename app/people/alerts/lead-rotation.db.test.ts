import { beforeEach, expect, test } from "vitest";
import { practice } from "#content/practice.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { rotationName } from "#app/people/follow-up/save-follow-up.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, deliverEmails, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { listPersonNotes } from "#tests/kit/read-person.ts";

const { db } = testDatabase();

const accounts = { ruth: "ruth@example.com", tom: "tom@example.com", una: "una@example.com" };
type Account = keyof typeof accounts;

beforeEach(async () => {
  for (const [id, email] of Object.entries(accounts)) {
    await db
      .insertInto("staffUsers")
      .values({ id, name: id, email, emailVerified: true, role: "staff", image: null, roleEndsAt: null })
      .execute();
  }
});

const addToRotation = (...ids: Account[]) =>
  db
    .insertInto("staffPreferences")
    .values(ids.map((userId) => ({ userId, takesNewLeads: true })))
    .execute();
const findOwner = async (email: string) => (await findPersonRecord(db, email))?.ownerId ?? null;
/** Stores an assessment of a new person. @returns the owner of the person */
const arrive = async (mark: string): Promise<string | null> => {
  const person = aPerson(mark);
  await takeAssessment(db, person);
  return findOwner(person.email);
};

test("new people are assigned to the members of the rotation in turn; people from before keep no owner", async () => {
  expect(await arrive("ada")).toBeNull();
  await addToRotation("ruth", "tom");
  expect([await arrive("bea"), await arrive("cid"), await arrive("dan")]).toEqual(["ruth", "tom", "ruth"]);
  expect(await findOwner(aPerson("ada").email)).toBeNull();
});

test("a person who returns keeps the owner and uses no turn", async () => {
  await addToRotation("ruth", "tom");
  await arrive("ada");
  await signUp(db, aPerson("ada"));
  expect(await findOwner(aPerson("ada").email)).toBe("ruth");
  expect(await arrive("bea")).toBe("tom");
});

test("a member who can no longer follow up on people is left out", async () => {
  await addToRotation("ruth", "tom");
  await db.updateTable("staffUsers").set({ role: "examiner" }).where("id", "=", "ruth").execute();
  expect([await arrive("ada"), await arrive("bea")]).toEqual(["tom", "tom"]);
});

test("concurrent submissions do not wait for each other", async () => {
  await addToRotation("ruth", "tom");
  const owners = await db.transaction().execute(async (trx) => {
    // Holds the row of the first member, as a submission that is being stored does.
    await trx
      .updateTable("staffPreferences")
      .set({ takesNewLeads: true })
      .where("userId", "=", "ruth")
      .execute();
    const second = await arrive("ada");
    await trx
      .updateTable("staffPreferences")
      .set({ takesNewLeads: true })
      .where("userId", "=", "tom")
      .execute();
    return [second, await arrive("bea")];
  });
  expect(owners).toEqual(["tom", "ruth"]);
});

test("the activity of the person says who was assigned in turn", async () => {
  await addToRotation("una");
  await arrive("ada");
  expect(await listPersonNotes(db, aPerson("ada").email)).toMatchObject([
    { authorEmail: rotationName, changes: { owner: accounts.una }, outcome: null, body: null },
  ]);
});

test("the alerts of an assessment and of a sign-up go to the new owner, and to the firm without a rotation", async () => {
  await signUp(db, aPerson("ada"));
  await addToRotation("una");
  await takeAssessment(db, aPerson("bea"));
  await signUp(db, aPerson("cid"));
  await deliverEmails(db, silentLog);
  const alerts = await db
    .selectFrom("letters")
    .select("recipient")
    .where("kind", "in", ["new-assessment", "new-event-signup"])
    .orderBy("createdAt")
    .execute();
  expect(alerts.map(({ recipient }) => recipient)).toEqual([practice.email, accounts.una, accounts.una]);
});
