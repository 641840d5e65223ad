import { describe, expect, it } from "vitest";
import { recordPersonView } from "#app/audit/record-once.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, hold, personTime, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { loadPerson, maxRows } from "#app/people/export/load-person.server.ts";
import { findAddress, findLead } from "./find-people.server.ts";

const { db } = testDatabase();

describe("a person", () => {
  it("is found by the id of an assessment, a sign-up or a quarantined submission only", async () => {
    const [ada, ben, eve] = [aPerson("ada"), aPerson("ben"), aPerson("eve")];
    const assessment = await takeAssessment(db, ada);
    await signUp(db, ben);
    await hold(db, eve);
    const signup = (await db.selectFrom("linkedinLiveSignups").select("id").executeTakeFirstOrThrow()).id;
    const held = (await db.selectFrom("quarantinedSubmissions").select("id").executeTakeFirstOrThrow()).id;
    expect(await Promise.all([assessment, signup, held].map((id) => findAddress(db, id)))).toEqual([
      ada.email,
      ben.email,
      eve.email,
    ]);
    expect(await Promise.all([ada, ben, eve].map(({ email }) => findLead(db, email)))).toEqual([
      assessment,
      signup,
      held,
    ]);
    for (const word of ["x", "", "00000000-0000-4000-8000-000000000000", ada.email]) {
      expect(await findAddress(db, word)).toBeUndefined();
    }
    expect(await findLead(db, "nobody@example.org")).toBeUndefined();
  });

  it("with many records is displayed with the newest, in order", async () => {
    const ada = aPerson("ada");
    const visitId = await visit(db, ada);
    await takeAssessment(db, ada);
    const events = Array.from({ length: maxRows.events + 10 }, (_, at) => ({
      visitId,
      eventType: "page_view" as const,
      url: `/page-${at}`,
      timestamp: new Date(personTime.getTime() + at * 1000 + 1),
      id: crypto.randomUUID(),
      percentage: null,
      idleTime: null,
      timeOnPage: null,
      target: null,
      touch: null,
    }));
    await db.insertInto("trackingEvents").values(events).execute();
    const shown = await loadPerson(db, ada.email, { hiddenKinds: [] });
    expect(shown.events).toHaveLength(maxRows.events);
    expect([shown.events[0]?.url, shown.events.at(-1)?.url]).toEqual([
      "/page-10",
      `/page-${events.length - 1}`,
    ]);
    expect([...shown.truncated]).toEqual(["events"]);
  });

  it("is recorded in the audit log when viewed, under a digest, once per session and interval", async () => {
    const { subjectOf } = auditDeps.persons;
    const look = (sessionId: string, email: string) =>
      recordPersonView(db, {
        actor: { id: "1", email: "ruth@example.com" },
        sessionId,
        subject: subjectOf(email),
        clientAddress: "203.0.113.9",
      });
    await look("first", "ada@example.org");
    await look("first", "ada@example.org");
    await look("first", "ben@example.org");
    await look("second", "ada@example.org");
    const rows = await db
      .selectFrom("auditEvents")
      .select(["action", "subject", "details"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { action: "person-viewed", subject: subjectOf("ada@example.org"), details: { session: "first" } },
      { action: "person-viewed", subject: subjectOf("ben@example.org"), details: { session: "first" } },
      { action: "person-viewed", subject: subjectOf("ada@example.org"), details: { session: "second" } },
    ]);
  });
});
