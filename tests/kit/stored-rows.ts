import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import { anAssessment } from "./an-assessment.ts";

// Rows of the lists of leads as the program would have stored them, without what it does besides.

type Row<Table extends keyof Database> = Partial<Insertable<Database[Table]>>;

export async function storeAssessment(
  db: Kysely<Database>,
  row: Row<"preLoiAssessments"> = {},
): Promise<string> {
  const { id } = await db
    .insertInto("preLoiAssessments")
    .values({
      ...anAssessment(),
      score: 13,
      scoreLevel: "Making Progress",
      questionSetVersion: "1",
      resultKey: randomUUID(),
      submissionKey: null,
      fingerprint: randomUUID(),
      ...row,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Somebody who wants to hear of the next event, unless said otherwise. */
export async function storeSignup(
  db: Kysely<Database>,
  row: Row<"linkedinLiveSignups"> = {},
): Promise<string> {
  const { id } = await db
    .insertInto("linkedinLiveSignups")
    .values({
      name: "Joan Petrie",
      email: `${randomUUID()}@example.com`,
      phone: null,
      questions: null,
      topics: null,
      eventId: null,
      state: "next-date",
      placeNumber: null,
      ...row,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A visit of nobody known. */
export async function storeVisit(db: Kysely<Database>, row: Row<"visitors"> = {}): Promise<string> {
  const { id } = await db
    .insertInto("visitors")
    .values({
      firstName: "Anonymous",
      lastName: "Visitor",
      email: `${randomUUID()}@visitors.invalid`,
      source: null,
      ipAddress: null,
      userAgent: null,
      browserKey: null,
      leadId: null,
      visitId: null,
      firstTouch: null,
      lastTouch: null,
      trafficClass: "person",
      classReason: null,
      ...row,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @param row.visitId the visit in which it happened */
export async function storeTrackingEvent(
  db: Kysely<Database>,
  row: Row<"trackingEvents"> & { visitId: string },
): Promise<void> {
  await db
    .insertInto("trackingEvents")
    .values({ id: randomUUID(), eventType: "page_view", url: "/", timestamp: new Date(), ...row })
    .execute();
}
