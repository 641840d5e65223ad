import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { PeopleTable } from "#app/data/schema/people.ts";
import { levels } from "#app/assessments/questions/score.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { captureQueries } from "#tests/kit/explain-queries.ts";
import { aPerson, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { countQueue, loadQueue } from "./load-queue.server.ts";

const { db, pool } = testDatabase();
/** Monday, 8:40 AM in Austin. */
const now = new Date("2026-11-23T14:40:00Z");
const chooseLevel = (score: number): string =>
  levels.find(({ from, to }) => score >= from && score <= to)?.level ?? "";
const newPerson = { status: "new", ownerId: null, nextStep: null, nextStepOn: null } as const;

/** Stores a person with an assessment. */
const add = async (
  mark: string,
  changes: Partial<Pick<PeopleTable, "nextStep" | "nextStepOn" | "ownerId">> & {
    status?: "new" | "contacted" | "booked" | "client" | "not-a-fit";
    formAt?: string;
    changedAt?: string;
    score?: number;
  },
): Promise<void> => {
  const formTime = "2026-11-23T12:00:00Z";
  const { formAt = formTime, changedAt = formTime, score = 10, ...record } = changes;
  await takeAssessment(db, aPerson(mark));
  await sql`update pre_loi_assessments set created_at = ${formAt}, score = ${score}, score_level = ${chooseLevel(score)} where email = ${aPerson(mark).email}`.execute(
    db,
  );
  await db
    .updateTable("people")
    .set({ ...newPerson, ...record, updatedAt: new Date(changedAt) })
    .where("email", "=", aPerson(mark).email)
    .execute();
};
const namesIn = async (ownerId?: string) => {
  const queue = await loadQueue(db, { now, ownerId });
  return Object.fromEntries(
    Object.entries(queue).map(([group, { people }]) => [
      group,
      people.map(({ name }) => name.replace("Avery ", "")),
    ]),
  );
};

beforeEach(async () => {
  await db
    .insertInto("staffUsers")
    .values([
      {
        id: "ruth",
        name: "Ruth",
        email: "ruth@example.com",
        emailVerified: true,
        role: "staff",
        image: null,
        roleEndsAt: null,
      },
      {
        id: "eleanor",
        name: "Eleanor",
        email: "eleanor@example.com",
        emailVerified: true,
        role: "owner",
        image: null,
        roleEndsAt: null,
      },
    ])
    .execute();
});

describe("the queue", () => {
  test("shows the seat of a person who signed up again for the same event", async () => {
    await db.insertInto("events").values(anEvent()).execute();
    await signUp(db, aPerson("ada"));
    await signUp(db, { ...aPerson("ada"), words: "Another question" });
    await sql`update linkedin_live_signups set attended = true where state = 'seat'`.execute(db);
    const { new: people, overdue } = await loadQueue(db, { now });
    expect([...people.people, ...overdue.people]).toMatchObject([{ eventState: "seat", attended: true }]);
  });

  test("puts each person in the first group that applies", async () => {
    await add("late-step", { ownerId: "ruth", nextStep: "Call", nextStepOn: "2026-11-20" });
    await add("unanswered", { ownerId: "ruth", formAt: "2026-11-19T18:00:00Z" });
    await add("due", { ownerId: "ruth", nextStep: "Call", nextStepOn: "2026-11-23" });
    await add("friday", { formAt: "2026-11-20T23:00:00Z" });
    await add("no-step", { ownerId: "ruth", status: "contacted", formAt: "2026-01-10T12:00:00Z" });
    await add("later", { ownerId: "ruth", nextStep: "Call", nextStepOn: "2026-11-25" });
    await add("undated", { ownerId: "ruth", nextStep: "Reply to our email" });
    await add("client", { status: "client" });
    await add("unfit", { status: "not-a-fit", nextStep: "Ask the CPA" });
    expect(await namesIn()).toEqual({
      overdue: ["late-step", "unanswered"],
      today: ["due"],
      new: ["friday", "no-step"],
      waiting: ["later", "undated"],
    });
    expect(await countQueue(db, { now })).toEqual({ overdue: 2, today: 1, new: 2, waiting: 2 });
  });

  test("contains the steps of people of every status, and those whom staff had finished with after another form", async () => {
    await add("client-late", { status: "client", nextStep: "Send the letter", nextStepOn: "2026-11-20" });
    await add("unfit-today", { status: "not-a-fit", nextStep: "Ask again", nextStepOn: "2026-11-23" });
    await add("client-later", { status: "client", nextStep: "Review", nextStepOn: "2027-01-20" });
    const before = { changedAt: "2026-11-20T12:00:00Z" };
    await add("client-returned", {
      ...before,
      status: "client",
      nextStep: "Review",
      nextStepOn: "2027-01-20",
    });
    await add("unfit-returned", { ...before, status: "not-a-fit", score: 9 });
    await add("contacted", { ...before, status: "contacted", nextStep: "Call", nextStepOn: "2026-11-25" });
    expect(await namesIn()).toEqual({
      overdue: ["client-late"],
      today: ["unfit-today"],
      new: ["client-returned", "unfit-returned"],
      waiting: ["contacted", "client-later"],
    });
  });

  test("reads one index, which the query of the previous release can use as well", async () => {
    for (let count = 0; count < 3; count += 1) await add(`person${count}`, {});
    const [count] = await captureQueries(pool, (captured) => countQueue(captured, { now }));
    const previous = `select id from people where status in ('new', 'contacted', 'booked')
      and (traffic_class is distinct from 'machine' or revision > 1)`;
    const client = await pool.connect();
    try {
      // PostgreSQL reads a small table and its other indexes faster.
      await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
      await client.query("drop index people_by_status");
      for (const [text, parameters] of [
        [count?.sql ?? "", count?.parameters ?? []],
        [previous, []],
      ] as const) {
        const { rows } = await client.query(`explain ${text}`, [...parameters]);
        expect(JSON.stringify(rows)).toContain("people_to_follow_up");
      }
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("begins with the most ready, then with the next step that is due first, then with the newest", async () => {
    await add("newer", { score: 9, formAt: "2026-11-23T13:00:00Z" });
    await add("ready", { score: 19, formAt: "2026-11-21T13:00:00Z" });
    await add("older", { score: 9, formAt: "2026-11-22T13:00:00Z" });
    await add("tuesday", { ownerId: "ruth", score: 12, nextStep: "Call", nextStepOn: "2026-11-24" });
    await add("friday", { ownerId: "ruth", score: 12, nextStep: "Call", nextStepOn: "2026-11-27" });
    await signUp(db, aPerson("no-score"));
    await sql`update linkedin_live_signups set created_at = '2026-11-23T14:00:00Z'`.execute(db);
    await sql`select refresh_person(id) from people`.execute(db);
    expect(await namesIn()).toMatchObject({
      new: ["ready", "newer", "older", "no-score"],
      waiting: ["tuesday", "friday"],
    });
  });

  test("ends with people whose forms came without a form token and whom staff have not worked with", async () => {
    // The rotation assigns every new person, so an owner alone proves no work of staff.
    for (const mark of ["invented", "hers", "real"]) {
      await add(mark, { ownerId: "ruth", score: mark === "real" ? 9 : 21 });
    }
    await sql`update people set revision = revision + 1 where email = ${aPerson("hers").email}`.execute(db);
    await sql`
      delete from consent_receipts
      where lead_id in (select id from pre_loi_assessments where email <> ${aPerson("real").email})`.execute(
      db,
    );
    expect(await namesIn()).toMatchObject({ new: ["hers", "real", "invented"] });
  });

  test("shows ten people of each group, and 25 on each page of a group that is displayed alone", async () => {
    for (let count = 0; count < 27; count += 1) await add(`new${count}`, {});
    await add("due", { ownerId: "ruth", nextStep: "Call", nextStepOn: "2026-11-23" });
    const all = await loadQueue(db, { now });
    expect(all.new).toMatchObject({ total: 27, people: { length: 10 } });
    const alone = await loadQueue(db, { now, group: "new" });
    expect(alone.new).toMatchObject({ total: 27, people: { length: 25 } });
    expect(alone.today.total).toBe(0);
    const second = await loadQueue(db, { now, group: "new", page: 2 });
    expect(second.new).toMatchObject({ total: 27, people: { length: 2 } });
    const ids = [...alone.new.people, ...second.new.people].map(({ id }) => id);
    expect(new Set(ids).size).toBe(27);
  });

  test("of a colleague contains the people of the colleague and those without an owner", async () => {
    await add("hers", { ownerId: "ruth" });
    await add("nobodys", {});
    await add("other", { ownerId: "eleanor" });
    expect((await namesIn("ruth"))["new"]?.toSorted()).toEqual(["hers", "nobodys"]);
  });

  test("names the source and the event, and leaves out automated senders", async () => {
    const ada = aPerson("ada");
    await visit(db, ada);
    await add("ada", {});
    await add("robot", {});
    await sql`update visitors set traffic_class = 'machine', class_reason = 'a robot' where email = ${aPerson("robot").email}`.execute(
      db,
    );
    await sql`select refresh_person(id) from people`.execute(db);
    const { new: group } = await loadQueue(db, { now });
    expect(group).toMatchObject({
      total: 1,
      people: [{ name: ada.name, channel: "ada", campaign: null, eventAt: null }],
    });
    // Staff have worked with this record, so its sender is a person to them.
    await sql`update people set revision = 2 where email = ${aPerson("robot").email}`.execute(db);
    expect((await loadQueue(db, { now })).new.total).toBe(2);
  });

  test("contains numbers only of people who have consented to calls", async () => {
    await add("consented", {});
    await add("silent", {});
    await sql`update people set call_consent = 'yes' where email = ${aPerson("consented").email}`.execute(db);
    const { new: group } = await loadQueue(db, { now });
    expect(Object.fromEntries(group.people.map(({ name, phone }) => [name, phone]))).toEqual({
      [aPerson("consented").name]: aPerson("consented").phone,
      [aPerson("silent").name]: null,
    });
  });
});
