import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { createTestTransport, testMailWorkers } from "#tests/kit/mail-worker.ts";
import { until } from "#tests/kit/running-server.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import type { Delivery } from "./mail-transport.ts";

const { db } = testDatabase();
const start = testMailWorkers(db);

const secret = "5d7f2a44-8e0e-4b0e-9d3a-4f1d8f0c6b21.a-Signature_of-24-bytes";
const url = `https://www.example.com/auth/reset/${secret}`;
const content: EmailContent = {
  subject: `Your link ${secret}`,
  preview: secret,
  heading: "A heading",
  blocks: [{ button: { label: "Open it", url } }, `Or type ${secret}.`],
  secrets: [secret],
};

/** Attempts delivery once. @returns the email that was sent and the stored row */
async function deliverOnce(delivery: Delivery) {
  const { transport, delivered } = createTestTransport(() => delivery);
  const outbox = createOutbox(() => undefined);
  await outbox.put(db, { kind: "account-reset", recipient: "ada@example.com", about: randomUUID() });
  const email = { category: "account", compose: () => Promise.resolve(content) } as const;
  start({ transport, emails: { "account-reset": email } });
  const read = () => db.selectFrom("letters").selectAll().executeTakeFirstOrThrow();
  await until("the result to be stored", async () => (await read()).subject !== null);
  return { sent: delivered[0], stored: await read() };
}

describe("a secret of an email", () => {
  it.each<Delivery>([
    { kind: "sent", reply: "250 OK" },
    { kind: "not-sent" },
    { kind: "rejected", reply: `554 rejected ${url}` },
    { kind: "deferred", reply: `451 later, ${url}`, isUnclear: true },
  ])("is sent and masked in everything that is stored: %j", async (delivery) => {
    const { sent, stored } = await deliverOnce(delivery);
    for (const part of [sent?.subject, sent?.text, sent?.html]) expect(part).toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(-20));
    expect(stored.bodyText).toContain("Open it:\nhttps://www.example.com/auth/reset/…\n");
    expect(stored.bodyHtml).toContain('href="https://www.example.com/auth/reset/…"');
    if ("reply" in delivery) expect(stored.lastReply).toBe(delivery.reply.replace(secret, "…"));
  });
});
