import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { replayFailedDeliveries } from "#app/integrations/deliveries/replay-deliveries.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { listQueued, storeWealthbox } from "#tests/kit/integrations.ts";
import { aPerson, personTime, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { onRequest, testWealthboxDelivery } from "#tests/kit/wealthbox-delivery.ts";
import type { Fault } from "#tests/kit/wealthbox-server.ts";
import { reviewTexts } from "./sync-person.server.ts";

const { db } = testDatabase();
const { server, connect, deliver, attemptOnce, startWorker, stopWorker, requests, forgetRequests, states } =
  testWealthboxDelivery(db);
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const deps = {
  db,
  clock: { now: () => personTime },
  outbox: createOutbox(() => undefined),
  ...auditDeps,
  actor,
};
const ada = aPerson("ada");
const eve = aPerson("eve");

describe("a fault", () => {
  const dropResponse = (...[request, response]: Parameters<Fault>): void => {
    server().answerSilently(request);
    response.destroy();
  };

  test.each(["POST /contacts", "POST /notes", "POST /tasks"])(
    "after the server has carried out %s creates nothing twice",
    async (line) => {
      await takeAssessment(db, ada);
      await sql`update people set next_step = 'Call'`.execute(db);
      await connect();
      server().faults.push(onRequest(line, dropResponse));
      await signUp(db, ada);
      await deliver();
      expect(await states()).toEqual(["delivered"]);
      expect([server().contacts, server().notes, server().tasks].map(({ length }) => length)).toEqual([
        1, 1, 1,
      ]);
    },
  );

  test("after a contact was created remembers its tags as those of the website", async () => {
    await connect();
    server().faults.push(onRequest("POST /contacts", dropResponse));
    await takeAssessment(db, ada);
    await deliver();
    const stored = await db.selectFrom("wealthboxContacts").select("tags").execute();
    expect(stored).toEqual([{ tags: server().contacts[0]?.tags }]);
    expect(stored[0]?.tags).toContain("Do not call");
  });

  test("of a response that does not come is retried after a timeout", async () => {
    await connect();
    server().faults.push(onRequest("POST /contacts", (request) => server().answerSilently(request)));
    await takeAssessment(db, ada);
    await deliver();
    expect(await states()).toEqual(["delivered"]);
    expect(server().contacts).toHaveLength(1);
  });

  test("after the contact was created continues with the note, and does not touch the contact again", async () => {
    await connect();
    server().faults.push(onRequest("POST /notes", (_, response) => response.writeHead(500).end("{}")));
    await takeAssessment(db, ada);
    await attemptOnce();
    expect(await listQueued(db)).toMatchObject([{ state: "waiting", responseCode: 500 }]);
    forgetRequests();
    await deliver();
    expect(requests()).toEqual(["GET /notes", "POST /notes"]);
    expect(await states()).toEqual(["delivered"]);
  });

  test("of a contact that is deleted there before its note creates another one", async () => {
    await connect();
    server().faults.push(
      onRequest("POST /notes", (_, response) => {
        server().contacts.length = 0;
        response.writeHead(404).end('{"error":"not found"}');
      }),
    );
    await takeAssessment(db, ada);
    await deliver();
    expect(await states()).toEqual(["delivered"]);
    const [contact] = server().contacts;
    expect(server().notes).toMatchObject([{ linked_to: [{ id: contact?.id, type: "Contact" }] }]);
  });

  test("of a note that is rejected fails, and a replay continues", async () => {
    await connect();
    server().faults.push(
      onRequest("POST /notes", (_, response) => response.writeHead(422).end('{"error":"no"}')),
    );
    await takeAssessment(db, ada);
    await deliver();
    expect(await listQueued(db)).toMatchObject([
      { state: "failed", responseCode: 422, problem: "Wealthbox rejected the request POST /notes." },
    ]);
    expect(await replayFailedDeliveries({ db, actor })).toBe(1);
    await deliver();
    expect(await states()).toEqual(["delivered"]);
    expect([server().contacts.length, server().notes.length]).toEqual([1, 1]);
  });

  test("401 stops the integration, and everything waits", async () => {
    await storeWealthbox(db, "a-wrong-token");
    await takeAssessment(db, ada);
    await attemptOnce();
    await until("the stop", async () => {
      const row = await db.selectFrom("integrationDestinations").select("state").executeTakeFirstOrThrow();
      return row.state === "stopped";
    });
    await takeAssessment(db, eve);
    const [destination] = await db.selectFrom("integrationDestinations").select("stopReason").execute();
    expect(destination).toEqual({ stopReason: "unauthorized" });
    expect(new Set(await states())).toEqual(new Set(["waiting"]));
    expect(requests()).toHaveLength(1);
  });

  test("429 delays everything by the time that Wealthbox names", async () => {
    await connect();
    server().faults.push(
      onRequest("GET /contacts", (_, response) => response.writeHead(429, { "retry-after": "90" }).end("{}")),
    );
    await takeAssessment(db, ada);
    await attemptOnce();
    expect(await listQueued(db)).toMatchObject([{ state: "waiting", attempts: 0, responseCode: 429 }]);
    const { notBefore } = await db
      .selectFrom("integrationDestinations")
      .select("notBefore")
      .executeTakeFirstOrThrow();
    const seconds = ((notBefore?.getTime() ?? 0) - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(90);
    await sql`update integration_destinations set not_before = null`.execute(db);
    await deliver();
    expect(await states()).toEqual(["delivered"]);
  });

  test.each([
    ["HTML", "<html>Please sign in</html>"],
    ["truncated JSON", '{"contacts": [{"id": 1'],
    ["another type", '{"contacts": "none"}'],
    ["an id that is no number", '{"contacts": [{"id": "1; drop table people"}]}'],
    ["nothing", ""],
  ])("of a response with %s stores nothing and is retried", async (_, body) => {
    await connect();
    server().faults.push(onRequest("GET /contacts", (__, response) => response.writeHead(200).end(body)));
    await takeAssessment(db, ada);
    await attemptOnce();
    expect(await listQueued(db)).toMatchObject([
      { state: "waiting", problem: "Wealthbox sent an unexpected response." },
    ]);
    expect(await db.selectFrom("wealthboxContacts").selectAll().execute()).toEqual([]);
    await deliver();
    expect(server().contacts).toHaveLength(1);
  });

  test("of a person who is erased while the contact is created leaves a task for staff", async () => {
    await connect();
    server().faults.push(
      onRequest("POST /contacts", (_, __, answer) => {
        void erasePerson(deps, ada.email, { keepsEmails: false }).then(answer);
      }),
    );
    await takeAssessment(db, ada);
    await deliver();
    await until("the task", () => Promise.resolve(server().tasks.length === 1));
    const [contact] = server().contacts;
    expect(server().tasks).toMatchObject([
      { name: reviewTexts.erased, linked_to: [{ id: contact?.id, type: "Contact" }] },
    ]);
    expect(server().notes).toEqual([]);
    expect(await db.selectFrom("wealthboxContacts").selectAll().execute()).toEqual([]);
  });

  test("of a person whose erasure has not committed leaves a task for staff", async () => {
    await connect();
    await takeAssessment(db, ada);
    let answerContact: () => void = () => undefined;
    server().faults.push(onRequest("POST /contacts", (_, __, answer) => void (answerContact = answer)));
    const delivered = deliver();
    await until("the contact", () => Promise.resolve(requests().includes("POST /contacts")));
    await db.transaction().execute(async (trx) => {
      await erasePerson({ ...deps, db: trx }, ada.email, { keepsEmails: false });
      answerContact();
      await until("the delivery to wait for the erasure", async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length > 0;
      });
    });
    await delivered;
    await until("the task", () => Promise.resolve(server().tasks.length === 1));
    expect(server().tasks).toMatchObject([{ name: reviewTexts.erased }]);
    expect(await db.selectFrom("wealthboxContacts").selectAll().execute()).toEqual([]);
  });

  test("of the connection during a response stores nothing and is retried", async () => {
    await connect();
    server().faults.push(
      onRequest("GET /contacts", (_, response) => {
        response.writeHead(200, { "content-length": 1_000 }).write('{"contacts": []}');
        setTimeout(() => response.destroy(), 50);
      }),
    );
    await takeAssessment(db, ada);
    await attemptOnce();
    expect(requests()).toEqual(["GET /contacts"]);
    expect(await states()).toEqual(["waiting"]);
  });

  test("of the server that sends it leaves a delivery that another continues without duplicates", async () => {
    await connect();
    server().faults.push(
      onRequest("POST /notes", (request) => {
        server().answerSilently(request);
        void stopWorker();
      }),
    );
    await takeAssessment(db, ada);
    startWorker();
    await until("the interruption", async () => {
      const [delivery] = await listQueued(db);
      return server().notes.length === 1 && delivery?.state === "waiting";
    });
    await deliver();
    expect(await states()).toEqual(["delivered"]);
    expect([server().contacts.length, server().notes.length]).toEqual([1, 1]);
  });
});
