import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { answerAlertEmail } from "#app/people/digests/answer-alert.email.server.ts";
import { saveDigests } from "#app/people/digests/digest-choices.server.ts";
import { morningListEmail } from "#app/people/digests/morning-list.email.server.ts";
import { queueDigests } from "#app/people/digests/queue-digests.server.ts";
import { countQueue } from "#app/people/queue/load-queue.server.ts";
import { measureServiceLevels } from "#app/people/queue/service-levels.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { addPerson } from "./add-person.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);
/** Friday, noon in Austin. */
const friday = new Date("2026-11-20T18:00:00Z");
/** Monday, 3:05 PM. */
const monday = new Date("2026-11-23T21:05:00Z");
const tuesday = new Date("2026-11-24T15:00:00Z");
const nextMonday = new Date("2026-11-30T21:05:00Z");
const nextTuesday = new Date("2026-12-01T15:00:00Z");
const bea = { name: "Bea Quill", email: "bea@quill.example", phone: null, company: null, source: null };

const add = async (at: Date) => {
  const actor = { kind: "staff", id: "ruth", email: "ruth@example.com" } as const;
  const deps = { db, clock: { now: () => at }, ...auditDeps, actor };
  const added = await addPerson(deps, { ...bea, owner: { id: "ruth", email: "ruth@example.com" } });
  if (!added.ok) throw new Error(added.reason);
  return added.id;
};
const sendForm = async (at: string) => {
  const id = await takeAssessment(db, { ...aPerson("bea"), email: bea.email });
  await sql`update pre_loi_assessments set created_at = ${at}`.execute(db);
  await sql`select refresh_person(id) from people`.execute(db);
  return id;
};
const listAlerted = async (now: Date) => {
  await queueDigests({ db, outbox }, now);
  const rows = await db.selectFrom("letters").select("about").where("kind", "=", "answer-alert").execute();
  return rows.map(({ about }) => about);
};
const compose = async (email: typeof answerAlertEmail | typeof morningListEmail, about: string, now: Date) =>
  email.connect({ db, clock: { now: () => now }, siteUrl: "https://www.example.com" }).compose(about);

beforeEach(async () => {
  const account = { name: "Ruth", emailVerified: true, role: "staff", image: null, roleEndsAt: null };
  await db
    .insertInto("staffUsers")
    .values({ ...account, id: "ruth", email: "ruth@example.com" })
    .execute();
  await saveDigests(db, "ruth", ["morning-list", "answer-alert"], new Date("2026-11-01T12:00:00Z"));
});

describe("a person whom staff added", () => {
  test("waits for no answer without a form", async () => {
    const id = await add(friday);
    expect(await listAlerted(monday)).toEqual([]);
    expect(await compose(answerAlertEmail, id, monday)).toBeUndefined();
    expect((await measureServiceLevels(db, tuesday)).answers).toEqual({
      kept: 0,
      broken: 0,
      oldestOpen: null,
    });
    expect(await countQueue(db, { now: tuesday })).toMatchObject({ overdue: 0, new: 1 });
  });

  test("waits for an answer to a later form, from the time of that form", async () => {
    await add(friday);
    const form = await sendForm("2026-11-27T18:00:00Z");
    expect(await listAlerted(monday)).toEqual([]);
    expect(await listAlerted(nextMonday)).toEqual([form]);
    expect(JSON.stringify(await compose(answerAlertEmail, form, nextMonday))).toContain(
      "Nov 27, 2026, 12:00 PM",
    );
    const oldestOpen = new Date("2026-11-27T18:00:00Z");
    expect((await measureServiceLevels(db, nextMonday)).answers).toEqual({ kept: 0, broken: 0, oldestOpen });
    expect((await measureServiceLevels(db, nextTuesday)).answers).toMatchObject({ broken: 1 });
    expect(await countQueue(db, { now: nextTuesday })).toMatchObject({ overdue: 1, new: 0 });
  });

  test("has had the answer to a form that came after the first contact", async () => {
    await add(friday);
    await sql`update people set status = 'contacted'`.execute(db);
    await sql`update people set contacted_at = '2026-11-21T18:00:00Z'`.execute(db);
    await sendForm("2026-11-27T18:00:00Z");
    expect(await listAlerted(nextMonday)).toEqual([]);
    expect((await measureServiceLevels(db, nextTuesday)).answers).toMatchObject({ kept: 0, broken: 0 });
  });

  test("has no form in the morning list", async () => {
    await add(friday);
    await sql`update people set next_step = 'Call', next_step_on = '2026-11-24'`.execute(db);
    await queueDigests({ db, outbox }, tuesday);
    const { about } = await db
      .selectFrom("letters")
      .select("about")
      .where("kind", "=", "morning-list")
      .executeTakeFirstOrThrow();
    const list = JSON.stringify(await compose(morningListEmail, about ?? "", tuesday));
    expect(list).toContain("Added by staff");
    expect(list).not.toContain("Event sign-up");
  });
});
