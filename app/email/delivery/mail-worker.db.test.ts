import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { createTestTransport, testContent, testEmails, testMailWorkers } from "#tests/kit/mail-worker.ts";
import { until } from "#tests/kit/running-server.ts";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import { createOutbox, insertEmails } from "#app/email/outbox/outbox.server.ts";
import { setTopics } from "#app/email/outbox/suppressions.server.ts";

const { db, pool } = testDatabase();
const start = testMailWorkers(db);
const outbox = createOutbox(() => undefined);
const about = randomUUID();
const kind = "assessment-result";

const emailsOf = (category: EmailCategory) => ({
  [kind]: { category, compose: () => Promise.resolve(testContent) },
});

const put = (recipient = "ada@example.com") => outbox.put(db, { kind, recipient, about });
const listEmails = () =>
  db
    .selectFrom("letters")
    .select(["state", "attempts", "unclearAttempts", "lastReply", "subject", "settledAt", "nextTryAt"])
    .orderBy("createdAt")
    .execute();

const getEmail = async () => {
  const [email] = await listEmails();
  if (email === undefined) throw new Error("There is no email.");
  return email;
};

/** Waits until the email has a final state. */
async function finalState(): Promise<string> {
  await until("the final state", async () => (await getEmail()).settledAt !== null);
  return (await getEmail()).state;
}

describe("an email", () => {
  it("is queued if and only if the transaction commits", async () => {
    const failing = db.transaction().execute(async (trx) => {
      await outbox.put(trx, { kind, recipient: "ada@example.com", about });
      throw new Error("something later went wrong");
    });
    await expect(failing).rejects.toThrow("something later went wrong");
    expect(await listEmails()).toEqual([]);
  });

  it("with a deduplication key is queued once", async () => {
    const rows = sql`select ${kind}, 'ada@example.com', ${about}::uuid, 'only once', null::timestamptz`;
    await insertEmails(rows).execute(db);
    await insertEmails(rows).execute(db);
    expect(await listEmails()).toHaveLength(1);
  });

  it("is sent once with a stable Message-ID, and its content and the server’s reply are stored", async () => {
    const { transport, delivered } = createTestTransport();
    await put();
    start({ transport });
    expect(await finalState()).toBe("sent");
    expect(await getEmail()).toMatchObject({ attempts: 1, lastReply: "250 OK", subject: "A test" });
    expect(delivered).toHaveLength(1);
    expect(delivered[0]?.messageId).toMatch(/^<letter\.[0-9a-f-]{36}@www\.example\.com>$/);
  });

  it("is sent by one of several workers", async () => {
    const { transport, delivered } = createTestTransport();
    await Promise.all(Array.from({ length: 60 }, (_, number) => put(`p${number}@example.com`)));
    for (let each = 0; each < 3; each += 1) start({ transport });
    await until("all to be sent", async () => (await listEmails()).every(({ state }) => state === "sent"));
    expect(delivered.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, number) => `p${number}@example.com`).toSorted(),
    );
  });

  it("that the server defers is retried later, and the reply is stored", async () => {
    const { transport } = createTestTransport(() => ({
      kind: "deferred",
      reply: "451 later",
      isUnclear: false,
    }));
    await put();
    start({ transport });
    await until(
      "the first attempt",
      async () => (await getEmail()).attempts === 1 && (await getEmail()).state === "waiting",
    );
    const { lastReply, nextTryAt, unclearAttempts } = await getEmail();
    expect({ lastReply, unclearAttempts }).toEqual({ lastReply: "451 later", unclearAttempts: 0 });
    const seconds = (nextTryAt.getTime() - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(7);
  });

  it("whose connection closed after the transfer is retried, and counted as unclear", async () => {
    let isFirst = true;
    const { transport, delivered } = createTestTransport(() => {
      if (!isFirst) return { kind: "sent", reply: "250" };
      isFirst = false;
      return { kind: "deferred", reply: "Connection closed", isUnclear: true };
    });
    await put();
    start({ transport });
    await until("the first attempt", () => !isFirst);
    await until("it to wait for a retry", async () => (await getEmail()).state === "waiting");
    await pool.query("update letters set next_try_at = now()");
    expect(await finalState()).toBe("sent");
    expect(await getEmail()).toMatchObject({ attempts: 2, unclearAttempts: 1 });
    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it.each([
    ["sent", 0, { attempts: 2, unclearAttempts: 1 }],
    ["given-up", 3, { attempts: 1, unclearAttempts: 4 }],
  ])("of a worker that was killed is %s after %i unclear attempts", async (state, unclear, counts) => {
    await put();
    await pool.query(`update letters set state = 'sending', claim = gen_random_uuid(), attempts = 1,
      unclear_attempts = ${unclear}, claimed_until = now() - interval '1 second'`);
    const { transport } = createTestTransport();
    start({ transport });
    expect(await finalState()).toBe(state);
    expect(await getEmail()).toMatchObject(counts);
  });

  it("that another worker has claimed meanwhile is not updated by the first", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { transport, delivered } = createTestTransport(async () => {
      await held;
      return { kind: "rejected", reply: "550" };
    });
    await put();
    const worker = start({ transport });
    await until("it to be in flight", () => delivered.length === 1);
    await pool.query(
      "update letters set claim = gen_random_uuid(), claimed_until = now() + interval '1 hour'",
    );
    release();
    await worker.stop();
    expect((await getEmail()).state).toBe("sending");
  });

  it("in flight is not claimed again, and does not delay others", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { transport, delivered } = createTestTransport(async ({ to }) => {
      if (to === "slow@example.com") await held;
      return { kind: "sent", reply: "250" };
    });
    await put("slow@example.com");
    start({ transport });
    await until("the slow one to be in flight", () => delivered.length === 1);
    await Promise.all(Array.from({ length: 20 }, (_, number) => put(`p${number}@example.com`)));
    await until(
      "the others to be sent",
      async () => (await listEmails()).filter(({ state }) => state === "sent").length === 20,
    );
    expect(delivered.filter(({ to }) => to === "slow@example.com")).toHaveLength(1);
    release();
  });

  it("that was sent while the database was unavailable is not sent again", async () => {
    const restored = Promise.withResolvers<unknown>();
    const { transport, delivered } = createTestTransport(async () => {
      await pool.query(`
        create function tests.stop_server() returns trigger language plpgsql as $$
          begin raise exception 'The server shuts down.' using errcode = 'admin_shutdown'; end $$;
        create trigger stop_server before update on letters for each row execute function tests.stop_server()`);
      setTimeout(() => restored.resolve(pool.query("drop function tests.stop_server cascade")), 900);
      return { kind: "sent", reply: "250 OK" };
    });
    await put();
    start({ transport });
    await restored.promise;
    expect(await finalState()).toBe("sent");
    expect(delivered).toHaveLength(1);
    expect(await getEmail()).toMatchObject({ attempts: 1, unclearAttempts: 0, lastReply: "250 OK" });
  });

  it("that may have been delivered four times fails, because more copies would be worse than none", async () => {
    const { transport, delivered } = createTestTransport(() => ({
      kind: "deferred",
      reply: "no reply",
      isUnclear: true,
    }));
    await put();
    await pool.query("update letters set unclear_attempts = 2");
    start({ transport });
    await until("the first attempt", () => delivered.length === 1);
    await until("it to wait for a retry", async () => (await getEmail()).state === "waiting");
    await pool.query("update letters set next_try_at = now()");
    expect(await finalState()).toBe("given-up");
    expect(await getEmail()).toMatchObject({
      unclearAttempts: 4,
      lastReply: "It may have been delivered. no reply",
    });
  });

  it("whose retry lies hours ahead because the clock was corrected is retried within seconds", async () => {
    await put();
    await pool.query("update letters set next_try_at = now() + interval '3 hours'");
    const { transport } = createTestTransport();
    start({ transport });
    expect(await finalState()).toBe("sent");
  });

  it("in flight for longer than a claim lasts stays claimed by the worker that sends heartbeats @long", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { transport, delivered } = createTestTransport(async () => {
      await held;
      return { kind: "sent", reply: "250" };
    });
    await put();
    start({ transport });
    await until("it to be in flight", () => delivered.length === 1);
    // Slightly longer than the heartbeat interval.
    await pool.query("update letters set claimed_until = now() + interval '6 seconds'");
    await until("a heartbeat", async () => {
      const { rows } = await pool.query(
        "select 1 from letters where claimed_until > now() + interval '20 seconds'",
      );
      return rows.length === 1;
    });
    release();
    expect(await finalState()).toBe("sent");
    expect(delivered).toHaveLength(1);
    expect(await getEmail()).toMatchObject({ attempts: 1, unclearAttempts: 0 });
  }, 15_000);

  it("of a kind of a newer release waits for a process of that release", async () => {
    const { transport, delivered } = createTestTransport();
    await insertEmails(
      sql`select 'of-a-newer-release', 'ada@example.com', ${about}::uuid, null, null::timestamptz`,
    ).execute(db);
    start({ transport });
    await until("it to wait for a retry", async () => {
      const { state, attempts } = await getEmail();
      return state === "waiting" && attempts === 1;
    });
    expect(delivered).toEqual([]);
    expect((await getEmail()).lastReply).toBe(
      "This release cannot render emails of the kind of-a-newer-release.",
    );
  });

  it("stored while no mail server was configured is not changed", async () => {
    const { transport, delivered } = createTestTransport();
    await put();
    await pool.query("update letters set about = null, subject = 'As it was'");
    start({ transport });
    expect(await finalState()).toBe("given-up");
    expect(delivered).toEqual([]);
    expect((await getEmail()).subject).toBe("As it was");
  });

  it("that the server rejects fails with the server’s reason", async () => {
    const { transport } = createTestTransport(() => ({ kind: "rejected", reply: "550 no such mailbox" }));
    await put();
    start({ transport });
    expect(await finalState()).toBe("given-up");
    expect((await getEmail()).lastReply).toBe("550 no such mailbox");
  });

  it.each([
    [99, 73, "given-up"],
    [98, 73, "waiting"],
    [150, 71, "waiting"],
  ])("with %i failed attempts in %i hours is %s after the next failure", async (attempts, hours, state) => {
    const { transport } = createTestTransport(() => ({
      kind: "deferred",
      reply: "451 later",
      isUnclear: false,
    }));
    await put();
    await sql`update letters set attempts = ${attempts}, created_at = now() - make_interval(hours => ${hours})`.execute(
      db,
    );
    start({ transport });
    await until("the attempt to fail", async () => (await getEmail()).lastReply === "451 later");
    expect(await getEmail()).toMatchObject({ state, attempts: attempts + 1 });
  });

  it("that would arrive too late is not sent", async () => {
    const { transport, delivered } = createTestTransport();
    await insertEmails(
      sql`select ${kind}, 'ada@example.com', ${about}::uuid, null, now() - interval '1 minute'`,
    ).execute(db);
    start({ transport });
    expect(await finalState()).toBe("given-up");
    expect(delivered).toEqual([]);
  });

  it("that no longer applies is suppressed", async () => {
    const { transport } = createTestTransport();
    await put();
    start({
      transport,
      emails: { [kind]: { category: "transactional", compose: () => Promise.resolve(undefined) } },
    });
    expect(await finalState()).toBe("suppressed");
  });

  it("that cannot be rendered is retried and does not stop others", async () => {
    const { transport } = createTestTransport();
    await outbox.put(db, { kind: "next-date", recipient: "ada@example.com", about });
    await put("ben@example.com");
    start({
      transport,
      emails: {
        ...testEmails,
        "next-date": { category: "announcements", compose: () => Promise.reject(new Error("a defect")) },
      },
    });
    await until("the other to be sent", async () =>
      (await listEmails()).some(({ state }) => state === "sent"),
    );
    // Both were stored within the same millisecond, so their order is undefined.
    await until("the failed one to wait", async () =>
      (await listEmails()).some(({ state, lastReply }) => state === "waiting" && lastReply !== null),
    );
  });

  it("is stored and not sent without a mail server", async () => {
    const { transport } = createTestTransport(() => ({ kind: "not-sent" }));
    await put();
    start({ transport });
    expect(await finalState()).toBe("kept");
    expect((await getEmail()).subject).toBe("A test");
  });
});

it("delivery yields to requests for a limited time", async () => {
  let checks = 0;
  const { transport } = createTestTransport();
  await put();
  start({ transport, traffic: { isBusy: () => (checks += 1) > 0 } });
  expect(await finalState()).toBe("sent");
  expect(checks).toBeGreaterThan(3);
});

describe("an opt-out", () => {
  it("is checked immediately before sending", async () => {
    const { transport, delivered } = createTestTransport();
    await put();
    const { recipient } = await db.selectFrom("letters").select("recipient").executeTakeFirstOrThrow();
    await setTopics(db, recipient, ["announcements"], new Date());
    start({ transport, emails: emailsOf("reminders") });
    expect(await finalState()).toBe("suppressed");
    expect(delivered).toEqual([]);
    expect((await getEmail()).lastReply).toBe("The recipient opted out of reminders.");
  });

  it("does not apply to transactional email", async () => {
    const { transport } = createTestTransport();
    await put();
    const { recipient } = await db.selectFrom("letters").select("recipient").executeTakeFirstOrThrow();
    await setTopics(db, recipient, [], new Date());
    start({ transport });
    expect(await finalState()).toBe("sent");
  });

  it.each([
    ["announcements", "given-up"],
    ["transactional", "sent"],
  ] as const)("without a postal address, an email of the category %s ends as %s", async (category, state) => {
    const { transport } = createTestTransport();
    await put();
    start({
      transport,
      listPostalAddressLines: () => [],
      emails: emailsOf(category),
    });
    expect(await finalState()).toBe(state);
  });

  it("to an address under .invalid is not passed to the mail server", async () => {
    const { transport, delivered } = createTestTransport();
    await put("t.avery@lone-star-hvac.invalid");
    await put("t.avery@lone-star-hvac.example");
    start({ transport });
    await until("both final states", async () =>
      (await listEmails()).every(({ lastReply }) => lastReply !== null),
    );
    expect(delivered.map(({ to }) => to)).toEqual(["t.avery@lone-star-hvac.example"]);
    expect(await listEmails()).toContainEqual(
      expect.objectContaining({
        state: "suppressed",
        lastReply: "Addresses under .invalid cannot receive email.",
      }),
    );
  });
});
