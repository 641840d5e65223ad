import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import type { LettersTable } from "#app/data/schema/letters.ts";
import { applyReport } from "#app/email/bounces/apply-report.server.ts";
import { countSentEmails } from "#app/email/delivery/sent-emails.server.ts";
import { retryEmail } from "#app/email/outbox/retry-emails.server.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { preferencesPath } from "#app/people/preferences/preferences-path.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBounceKeys } from "#tests/kit/mail-worker.ts";
import { listEmailFiles } from "./export-emails.server.ts";

const { db } = testDatabase();

const timeZone = "America/Chicago";
const firstQuarter = { from: "2026-01-01", to: "2026-03-31", timeZone };
const afterwards = { from: "2026-04-01", timeZone };

/** Stores an email that a mail server accepted on the last day of the first quarter. */
async function storeSent(changes: Partial<Insertable<LettersTable>> = {}): Promise<string> {
  const { id } = await db
    .insertInto("letters")
    .values({
      kind: "assessment-result",
      recipient: "ada@example.com",
      subject: "Your result",
      bodyText: "14 of 21",
      state: "sent",
      attempts: 1,
      lastReply: "250 OK",
      settledAt: new Date("2026-03-31T17:00:00Z"),
      ...changes,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function returnEmail(id: string): Promise<void> {
  const recipient = {
    addresses: ["ada@example.com"],
    action: "failed",
    status: "5.7.1",
    diagnostic: "550 Refused",
  };
  const report = { kind: "report", bounceKey: testBounceKeys.issue(id), recipients: [recipient] } as const;
  const applied = await db.transaction().execute((trx) => applyReport(trx, testBounceKeys, report));
  expect(applied.result).toBe("returned");
}

/** Retries an email, as staff do, and stores how the new attempt ended. */
async function retry(id: string, end: Pick<Insertable<LettersTable>, "state" | "lastReply">): Promise<void> {
  expect(await retryEmail({ db, actor: { kind: "shell" } }, id)).toEqual({ ok: true });
  await db
    .updateTable("letters")
    .set({ ...end, settledAt: new Date() })
    .where("id", "=", id)
    .execute();
}

/** The texts of the files by name. */
async function exportDays(days: typeof afterwards): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, content } of listEmailFiles(db, days, withoutKeys)) {
    files[name] = content.toString();
  }
  return files;
}

/** Checks that an email is in the export of the quarter in which it was sent and in no later one. @returns the page that lists it */
async function expectInFirstQuarter(id: string): Promise<string> {
  const files = await exportDays(firstQuarter);
  expect(files[`emails/${id}.txt`]).toContain("Sent: 2026-03-31T17:00:00.000Z");
  expect(await countSentEmails(db, firstQuarter)).toBe(1);
  expect(Object.keys(await exportDays(afterwards))).toEqual(["emails/index.html"]);
  expect(await countSentEmails(db, afterwards)).toBe(0);
  return files["emails/index.html"] ?? "";
}

describe("an email that was sent", () => {
  test("and returned later keeps its day, and the list states the reason once", async () => {
    const id = await storeSent();
    await returnEmail(id);
    expect(await expectInFirstQuarter(id)).toContain("<td>Returned: 5.7.1 550 Refused</td>");
  });

  test("and returned stays while it waits for the retry", async () => {
    const id = await storeSent();
    await returnEmail(id);
    expect(await retryEmail({ db, actor: { kind: "shell" } }, id)).toEqual({ ok: true });
    expect(await expectInFirstQuarter(id)).toContain("<td>Returned: 5.7.1 550 Refused</td>");
  });

  test.each([
    ["fails", "given-up", "550 No", "Accepted by the mail server, then returned. Last reply: 550 No"],
    ["finds no mail server", "kept", null, "Accepted by the mail server, then returned. Last reply: none"],
    ["succeeds", "sent", "250 OK", "Accepted by the mail server"],
  ] as const)("and returned stays if its retry %s", async (_, state, lastReply, result) => {
    const id = await storeSent();
    await returnEmail(id);
    await retry(id, { state, lastReply });
    expect(await expectInFirstQuarter(id)).toContain(`<td>${result}</td>`);
  });
});

test("an email that was never sent is not exported", async () => {
  await storeSent({ state: "given-up", lastReply: "550 No such user" });
  expect(await countSentEmails(db, firstQuarter)).toBe(0);
});

test("a report about an attempt with an unknown result proves that the email was sent", async () => {
  const id = await storeSent({
    state: "given-up",
    unclearAttempts: 4,
    lastReply: "It may have been delivered.",
  });
  await returnEmail(id);
  await expectInFirstQuarter(id);
});

test("no file contains the key of a private link that the subject or a reply quotes", async () => {
  const link = preferencesPath("a-secret-key");
  await storeSent({
    subject: `Choose your emails: ${link}`,
    bodyText: link,
    bodyHtml: `<a href="${link}">Choose</a>`,
    state: "given-up",
    lastReply: `Returned: 5.7.1 550 ${link} is blocked`,
    returnedAt: new Date(),
  });
  const files = await exportDays(firstQuarter);
  expect(Object.keys(files)).toHaveLength(3);
  expect(files["emails/index.html"]).toContain(`Returned: 5.7.1 550 ${preferencesPath("")}… is blocked`);
  expect(Object.values(files).join("\n")).not.toContain("a-secret-key");
});
