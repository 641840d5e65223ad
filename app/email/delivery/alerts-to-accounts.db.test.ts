import { beforeEach, describe, expect, it } from "vitest";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { retryEmails } from "#app/email/outbox/retry-emails.server.ts";
import { practice } from "#content/practice.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createTestTransport, testContent, testMailWorkers } from "#tests/kit/mail-worker.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";

const { db, pool } = testDatabase();
const start = testMailWorkers(db);
const outbox = createOutbox(() => undefined);
const kind = "assessment-result";

const emailsOf = (category: EmailCategory) => ({
  [kind]: { category, compose: () => Promise.resolve(testContent) },
});
/** The form that the emails are about. */
let about = "";
beforeEach(async () => {
  about = await takeAssessment(db, aPerson("ada"));
  await db.deleteFrom("letters").execute();
});
const put = (recipient: string) => outbox.put(db, { kind, recipient, about });
const getEmail = () =>
  db.selectFrom("letters").select(["state", "lastReply", "settledAt"]).executeTakeFirstOrThrow();

async function finalState(): Promise<string> {
  await until("the final state", async () => (await getEmail()).settledAt !== null);
  return (await getEmail()).state;
}

describe("an email about leads to an account that can no longer follow up", () => {
  const tom = "tom@example.com";
  /** Adds the account as the owner of the person. */
  const addAccount = async (role: string, email = tom): Promise<void> => {
    await db
      .insertInto("staffUsers")
      .values({ id: email, name: "Tom", email, emailVerified: true, role, image: null, roleEndsAt: null })
      .execute();
    await db.updateTable("people").set({ ownerId: email }).execute();
  };
  const deliver = async (category: EmailCategory): Promise<{ state: string; recipients: string[] }> => {
    const { transport, delivered } = createTestTransport();
    await put(tom);
    start({ transport, emails: emailsOf(category) });
    return { state: await finalState(), recipients: delivered.map(({ to }) => to) };
  };
  const recipients = async () =>
    (await db.selectFrom("letters").select("recipient").execute()).map(({ recipient }) => recipient);

  it.each([
    ["was removed", undefined],
    ["is an examiner", "examiner"],
    ["has no role", "pending"],
  ])("goes to the firm if it is the alert of a form and the account %s", async (_, role) => {
    if (role !== undefined) await addAccount(role);
    expect(await deliver("notifications")).toEqual({ state: "sent", recipients: [practice.email] });
    expect(await recipients()).toEqual([practice.email]);
  });

  it("is not sent if it is about the work of the account, also if it is sent again", async () => {
    expect(await deliver("digests")).toEqual({ state: "suppressed", recipients: [] });
    await retryEmails({ db, actor: { kind: "shell" } }, "suppressed");
    expect(await finalState()).toBe("suppressed");
    expect((await getEmail()).lastReply).toBe("The recipient can no longer follow up on people.");
  });

  it("that waits goes to the firm after the account was removed", async () => {
    await addAccount("staff");
    let isDeferred = true;
    const { transport, delivered } = createTestTransport(() =>
      isDeferred
        ? { kind: "deferred", reply: "451 later", isUnclear: false }
        : { kind: "sent", reply: "250" },
    );
    await put(tom);
    start({ transport, emails: emailsOf("notifications") });
    await until("the first attempt", async () => (await getEmail()).lastReply === "451 later");
    await db.deleteFrom("staffUsers").execute();
    isDeferred = false;
    await pool.query("update letters set next_try_at = now()");
    expect(await finalState()).toBe("sent");
    expect(delivered.map(({ to }) => to)).toEqual([tom, practice.email]);
    expect(await recipients()).toEqual([practice.email]);
  });

  it("goes to the new owner if it is an alert and a colleague has taken the person over", async () => {
    await addAccount("staff");
    await addAccount("staff", "ruth@example.com");
    expect(await deliver("notifications")).toEqual({ state: "sent", recipients: ["ruth@example.com"] });
  });

  it.each(["notifications", "digests"] as const)("is sent to an account that can: %s", async (category) => {
    await addAccount("staff");
    expect(await deliver(category)).toEqual({ state: "sent", recipients: [tom] });
  });
});
