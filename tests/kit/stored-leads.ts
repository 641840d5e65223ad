import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { Pool } from "pg";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkedinLiveSignupsTable } from "#app/data/schema/linkedin-live-signups.ts";
import type { TrackingEventsTable } from "#app/data/schema/tracking-events.ts";
import type { VisitorsTable } from "#app/data/schema/visitors.ts";
import { answersScoring, sqlAnswers } from "./an-assessment.ts";
import { findLevel } from "#app/assessments/questions/score.ts";
import { aSignup, anEvent } from "./an-event.ts";

const noon = "2026-11-20T12:00:00Z";

/**
 * Stores many assessments that differ only in the address, because a person has few forms. Their people have no records, because the
 * triggers that add them take 50 times as long as the rows.
 */
export async function storeAssessments(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into pre_loi_assessments
        (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
      select 'A person', 'a' || i || '@example.com', '1', ${sqlAnswers.values}, 7,
        'Early Stage', 'test', gen_random_uuid(), 'test'
      from generate_series(1, $1) as i`,
      [count],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Functions that store rows of the lead lists and return their IDs. */
export function storedLeads(db: Kysely<Database>) {
  return {
    async storeAssessment(given: {
      name: string;
      email?: string;
      phone?: string;
      score?: number;
      at?: string;
    }): Promise<string> {
      const { name, email = "a@example.com", phone = "1", score = 7, at = noon } = given;
      return idOf(
        db
          .insertInto("preLoiAssessments")
          .returning("id")
          .values({
            name,
            email,
            phone,
            ...answersScoring(1),
            score,
            scoreLevel: findLevel(score),
            createdAt: new Date(at),
            questionSetVersion: "test",
            resultKey: randomUUID(),
            submissionKey: null,
            fingerprint: "test",
          }),
      );
    },

    async storeEvent(): Promise<string> {
      return idOf(
        db
          .insertInto("events")
          .returning("id")
          .values(anEvent({ lastPlaceNumber: 1_000 })),
      );
    },

    async storeSignup(
      given: Partial<Insertable<LinkedinLiveSignupsTable>> & { name: string; at?: string },
    ): Promise<string> {
      const { at = noon, ...row } = given;
      // Each email address can be interested in the next date only once.
      const email = `${randomUUID()}@example.com`;
      return idOf(
        db
          .insertInto("linkedinLiveSignups")
          .returning("id")
          .values(aSignup({ email, createdAt: new Date(at), ...row })),
      );
    },

    async storeVisit(
      given: Partial<Insertable<VisitorsTable>> & { email: string; at?: string },
    ): Promise<string> {
      const { at = noon, trafficClass = "person", ...row } = given;
      return idOf(
        db
          .insertInto("visitors")
          .returning("id")
          .values({
            firstName: "Anonymous",
            lastName: "Visitor",
            createdAt: new Date(at),
            trafficClass,
            classReason: trafficClass === "person" ? null : "test",
            ...row,
          }),
      );
    },

    /** @param given.visit the ID of a stored visit */
    async storeTracking(
      given: Partial<Insertable<TrackingEventsTable>> & {
        visit: string;
        eventType: TrackingEventsTable["eventType"];
        at?: string;
      },
    ): Promise<string> {
      const { visit, eventType, at = noon, ...row } = given;
      return idOf(
        db
          .insertInto("trackingEvents")
          .returning("id")
          .values({
            id: randomUUID(),
            visitId: visit,
            eventType,
            url: "/",
            timestamp: new Date(at),
            percentage: null,
            idleTime: null,
            timeOnPage: null,
            target: null,
            touch: null,
            ...row,
          }),
      );
    },
  };
}

async function idOf(insert: { executeTakeFirstOrThrow(): Promise<{ id: string }> }): Promise<string> {
  const { id } = await insert.executeTakeFirstOrThrow();
  return id;
}
