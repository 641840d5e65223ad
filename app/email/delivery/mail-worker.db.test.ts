import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { createOutbox, insertEmails } from "#app/email/outbox/outbox.server.ts";
import { type MailWorker, type MailWorkerDeps, startMailWorker } from "./mail-worker.server.ts";
import { setTopics } from "#app/email/outbox/suppressions.server.ts";
import type { Delivery, OutgoingEmail, MailTransport } from "./mail-transport.ts";
import { sql } from "kysely";

const { db, pool } = testDatabase();
const outbox = createOutbox(() => undefined);
const about = randomUUID();
const content: EmailContent = {
  subject: "A letter",
  preview: "What it is about.",
  topic: "essential",
  audience: "visitor",
  heading: "A heading",
  blocks: ["First."],
};

const postmen: MailWorker[] = [];
afterEach(async () => {
  await Promise.all(postmen.splice(0).map((postman) => postman.stop()));
});

/** A way out of the house that answers as told and remembers what it carried. */
function transportThat(answer: (letter: OutgoingEmail) => Promise<Delivery> | Delivery) {
  const carried: OutgoingEmail[] = [];
  const transport: MailTransport = {
    async deliver(letter) {
      carried.push(letter);
      return answer(letter);
    },
    sendsEmail: true,
    describe: () => "A test.",
    close: () => undefined,
  };
  return { transport, carried };
}

function employ(deps: Partial<MailWorkerDeps> & Pick<MailWorkerDeps, "transport">): MailWorker {
  const postman = startMailWorker({
    db,
    log: silentLog,
    siteUrl: "https://www.example.com",
    traffic: { isBusy: () => false },
    postalAddressLines: ["600 Example Street"],
    composers: { test: () => Promise.resolve(content) },
    ...deps,
  });
  postmen.push(postman);
  return postman;
}

const write = (recipient = "ada@example.com", kind = "test") => outbox.put(db, { kind, recipient, about });
const letters = () =>
  db
    .selectFrom("letters")
    .select(["state", "attempts", "unclearAttempts", "lastReply", "subject", "settledAt", "nextTryAt"])
    .orderBy("createdAt")
    .execute();

const theLetter = async () => {
  const [letter] = await letters();
  if (letter === undefined) throw new Error("There is no letter.");
  return letter;
};

/** Waits until somebody is done with the letter, and tells how it ended. */
async function ending(): Promise<string> {
  await until("the letter to be settled", async () => (await theLetter()).settledAt !== null);
  return (await theLetter()).state;
}

describe("a letter", () => {
  it("comes to be with the transaction that causes it, and not without it", async () => {
    const failing = db.transaction().execute(async (trx) => {
      await outbox.put(trx, { kind: "test", recipient: "ada@example.com", about });
      throw new Error("something later went wrong");
    });
    await expect(failing).rejects.toThrow("something later went wrong");
    expect(await letters()).toEqual([]);
  });

  it("that names something it is written once for is written once", async () => {
    const rows = sql`select 'test', 'ada@example.com', ${about}::uuid, 'only once', null::timestamptz`;
    await insertEmails(rows).execute(db);
    await insertEmails(rows).execute(db);
    expect(await letters()).toHaveLength(1);
  });

  it("leaves once, under a name that stays the same, and keeps what it said and what the server answered", async () => {
    const { transport, carried } = transportThat(() => ({ kind: "sent", reply: "250 taken" }));
    await write();
    employ({ transport });
    expect(await ending()).toBe("sent");
    expect(await theLetter()).toMatchObject({ attempts: 1, lastReply: "250 taken", subject: "A letter" });
    expect(carried).toHaveLength(1);
    expect(carried[0]?.messageId).toMatch(/^<letter\.[0-9a-f-]{36}@www\.example\.com>$/);
  });

  it("is carried by one of several postmen", async () => {
    const { transport, carried } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await Promise.all(Array.from({ length: 60 }, (_, number) => write(`p${number}@example.com`)));
    for (let each = 0; each < 3; each += 1) employ({ transport });
    await until("all to be sent", async () => (await letters()).every(({ state }) => state === "sent"));
    expect(carried.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, number) => `p${number}@example.com`).toSorted(),
    );
  });

  it("that the server does not take now waits, longer each time, and keeps its last words", async () => {
    const { transport } = transportThat(() => ({ kind: "deferred", reply: "451 later", isUnclear: false }));
    await write();
    employ({ transport });
    await until(
      "the first attempt",
      async () => (await theLetter()).attempts === 1 && (await theLetter()).state === "waiting",
    );
    const { lastReply, nextTryAt, unclearAttempts } = await theLetter();
    expect({ lastReply, unclearAttempts }).toEqual({ lastReply: "451 later", unclearAttempts: 0 });
    const seconds = (nextTryAt.getTime() - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(7);
  });

  it("whose line broke when the server may have had it is tried again, and counted", async () => {
    let isFirst = true;
    const { transport, carried } = transportThat(() => {
      if (!isFirst) return { kind: "sent", reply: "250" };
      isFirst = false;
      return { kind: "deferred", reply: "the line broke", isUnclear: true };
    });
    await write();
    employ({ transport });
    await until("the first attempt", () => !isFirst);
    await until("it to wait again", async () => (await theLetter()).state === "waiting");
    await pool.query("update letters set next_try_at = now()");
    expect(await ending()).toBe("sent");
    expect(await theLetter()).toMatchObject({ attempts: 2, unclearAttempts: 1 });
    expect(new Set(carried.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it("of somebody who was killed is taken up by another, and counted", async () => {
    await write();
    await pool.query(`update letters set state = 'sending', claim = gen_random_uuid(), attempts = 1,
      claimed_until = now() - interval '1 second'`);
    const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
    employ({ transport });
    expect(await ending()).toBe("sent");
    expect(await theLetter()).toMatchObject({ attempts: 2, unclearAttempts: 1 });
  });

  it("that another took up meanwhile is not settled by who had it before", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { transport, carried } = transportThat(async () => {
      await held;
      return { kind: "rejected", reply: "550" };
    });
    await write();
    const postman = employ({ transport });
    await until("it to be in hand", () => carried.length === 1);
    await pool.query(
      "update letters set claim = gen_random_uuid(), claimed_until = now() + interval '1 hour'",
    );
    release();
    await postman.stop();
    expect((await theLetter()).state).toBe("sending");
  });

  it("in the hand of somebody alive is left alone, and those behind it are not held up", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { transport, carried } = transportThat(async ({ to }) => {
      if (to === "slow@example.com") await held;
      return { kind: "sent", reply: "250" };
    });
    await write("slow@example.com");
    employ({ transport });
    await until("the slow one to be in hand", () => carried.length === 1);
    await Promise.all(Array.from({ length: 20 }, (_, number) => write(`p${number}@example.com`)));
    await until(
      "the others to be sent",
      async () => (await letters()).filter(({ state }) => state === "sent").length === 20,
    );
    expect(carried.filter(({ to }) => to === "slow@example.com")).toHaveLength(1);
    release();
  });

  it("that left while the database was away for a moment does not leave again", async () => {
    const { transport, carried } = transportThat(async () => {
      await pool.query("alter table letters rename to letters_away");
      setTimeout(() => void pool.query("alter table letters_away rename to letters"), 900);
      return { kind: "sent", reply: "250 taken" };
    });
    await write();
    employ({ transport });
    await until("it to have left", () => carried.length === 1);
    await until("the database to be back", () =>
      letters().then(
        () => true,
        () => false,
      ),
    );
    expect(await ending()).toBe("sent");
    expect(carried).toHaveLength(1);
    expect(await theLetter()).toMatchObject({ attempts: 1, unclearAttempts: 0, lastReply: "250 taken" });
  });

  it("that may have arrived four times is given up: more copies would be worse than none", async () => {
    const { transport, carried } = transportThat(() => ({
      kind: "deferred",
      reply: "no answer",
      isUnclear: true,
    }));
    await write();
    await pool.query("update letters set unclear_attempts = 2");
    employ({ transport });
    await until("the first attempt", () => carried.length === 1);
    await until("it to wait again", async () => (await theLetter()).state === "waiting");
    await pool.query("update letters set next_try_at = now()");
    expect(await ending()).toBe("given-up");
    expect(await theLetter()).toMatchObject({
      unclearAttempts: 4,
      lastReply: "It may have been delivered. no answer",
    });
  });

  it("whose hour a clock set right has made far away is tried within seconds", async () => {
    await write();
    await pool.query("update letters set next_try_at = now() + interval '3 hours'");
    const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
    employ({ transport });
    expect(await ending()).toBe("sent");
  });

  it("in hand for longer than a claim lasts stays in the hand of who shows signs of life", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { transport, carried } = transportThat(async () => {
      await held;
      return { kind: "sent", reply: "250" };
    });
    await write();
    employ({ transport });
    await until("it to be in hand", () => carried.length === 1);
    // As long as until the next sign of life, and not much longer.
    await pool.query("update letters set claimed_until = now() + interval '6 seconds'");
    await until("a sign of life", async () => {
      const { rows } = await pool.query(
        "select 1 from letters where claimed_until > now() + interval '20 seconds'",
      );
      return rows.length === 1;
    });
    release();
    expect(await ending()).toBe("sent");
    expect(carried).toHaveLength(1);
    expect(await theLetter()).toMatchObject({ attempts: 1, unclearAttempts: 0 });
  }, 15_000);

  it("of a kind that nobody here writes waits for a process that does", async () => {
    const { transport, carried } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write("ada@example.com", "of-a-newer-program");
    employ({ transport });
    await until("it to wait again", async () => {
      const { state, attempts } = await theLetter();
      return state === "waiting" && attempts === 1;
    });
    expect(carried).toEqual([]);
    expect((await theLetter()).lastReply).toBe(
      "This release cannot render emails of the kind of-a-newer-program.",
    );
  });

  it("from before letters were sent stays as it was written", async () => {
    const { transport, carried } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write();
    await pool.query("update letters set about = null, subject = 'As it was'");
    employ({ transport });
    expect(await ending()).toBe("given-up");
    expect(carried).toEqual([]);
    expect((await theLetter()).subject).toBe("As it was");
  });

  it("that the server refuses for good is given up, and says why", async () => {
    const { transport } = transportThat(() => ({ kind: "rejected", reply: "550 no such mailbox" }));
    await write();
    employ({ transport });
    expect(await ending()).toBe("given-up");
    expect((await theLetter()).lastReply).toBe("550 no such mailbox");
  });

  it.each([
    [99, 73, "given-up"],
    [98, 73, "waiting"],
    [150, 71, "waiting"],
  ])("with %i failed attempts in %i hours is %s after the next failure", async (attempts, hours, state) => {
    const { transport } = transportThat(() => ({ kind: "deferred", reply: "451 later", isUnclear: false }));
    await write();
    await sql`update letters set attempts = ${attempts}, created_at = now() - make_interval(hours => ${hours})`.execute(
      db,
    );
    employ({ transport });
    await until("the attempt to fail", async () => (await theLetter()).lastReply === "451 later");
    expect(await theLetter()).toMatchObject({ state, attempts: attempts + 1 });
  });

  it("that would come too late does not leave", async () => {
    const { transport, carried } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await insertEmails(
      sql`select 'test', 'ada@example.com', ${about}::uuid, null, now() - interval '1 minute'`,
    ).execute(db);
    employ({ transport });
    expect(await ending()).toBe("given-up");
    expect(carried).toEqual([]);
  });

  it("that is no longer true does not leave", async () => {
    const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write();
    employ({ transport, composers: { test: () => Promise.resolve(undefined) } });
    expect(await ending()).toBe("suppressed");
  });

  it("whose writer fails is tried again and does not stop the others", async () => {
    const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write("ada@example.com", "broken");
    await write("ben@example.com");
    employ({
      transport,
      composers: {
        test: () => Promise.resolve(content),
        broken: () => Promise.reject(new Error("a mistake of ours")),
      },
    });
    await until("the other to be sent", async () => (await letters()).some(({ state }) => state === "sent"));
    // Both were stored within the same millisecond, so their order says nothing.
    await until("the failed one to wait", async () =>
      (await letters()).some(({ state, lastReply }) => state === "waiting" && lastReply !== null),
    );
  });

  it("without a mail server is kept", async () => {
    const { transport } = transportThat(() => ({ kind: "not-sent" }));
    await write();
    employ({ transport });
    expect(await ending()).toBe("kept");
    expect((await theLetter()).subject).toBe("A letter");
  });
});

it("a letter gives way to people, but not for ever", async () => {
  let asked = 0;
  const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
  await write();
  employ({ transport, traffic: { isBusy: () => (asked += 1) > 0 } });
  expect(await ending()).toBe("sent");
  expect(asked).toBeGreaterThan(3);
});

describe("what its recipient does not want", () => {
  it("is asked at the moment of sending, and does not leave", async () => {
    const { transport, carried } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write();
    const { recipient } = await db.selectFrom("letters").select("recipient").executeTakeFirstOrThrow();
    await setTopics(db, recipient, ["announcements"], new Date());
    employ({ transport, composers: { test: () => Promise.resolve({ ...content, topic: "reminders" }) } });
    expect(await ending()).toBe("suppressed");
    expect(carried).toEqual([]);
    expect((await theLetter()).lastReply).toBe("The recipient opted out of reminders.");
  });

  it("is not what is owed to whoever holds a place", async () => {
    const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write();
    const { recipient } = await db.selectFrom("letters").select("recipient").executeTakeFirstOrThrow();
    await setTopics(db, recipient, [], new Date());
    employ({ transport });
    expect(await ending()).toBe("sent");
  });

  it.each([
    ["announcements", "given-up"],
    ["essential", "sent"],
  ] as const)("without a postal address %s are %s", async (topic, state) => {
    const { transport } = transportThat(() => ({ kind: "sent", reply: "250" }));
    await write();
    employ({
      transport,
      postalAddressLines: [],
      composers: { test: () => Promise.resolve({ ...content, topic }) },
    });
    expect(await ending()).toBe(state);
  });
});
