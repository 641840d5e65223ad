import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { type MailWorker, startMailWorker } from "#app/email/delivery/mail-worker.server.ts";
import type { Delivery, OutgoingEmail } from "#app/email/delivery/mail-transport.ts";

const { db } = testDatabase();

const secret = "5d7f2a44-8e0e-4b0e-9d3a-4f1d8f0c6b21.a-Signature_of-24-bytes";
const url = `https://www.example.com/auth/reset/${secret}`;
const content: EmailContent = {
  subject: `Your link ${secret}`,
  preview: secret,
  topic: "essential",
  audience: "staff",
  heading: "A heading",
  blocks: [{ button: { label: "Open it", url } }, `Or type ${secret}.`],
  secrets: [secret],
};

const postmen: MailWorker[] = [];
afterEach(async () => {
  await Promise.all(postmen.splice(0).map((postman) => postman.stop()));
});

/** Has the letter carried once, and returns what left and what is kept of it. */
async function carry(delivery: Delivery) {
  const carried: OutgoingEmail[] = [];
  const outbox = createOutbox(() => undefined);
  await outbox.put(db, { kind: "test", recipient: "ada@example.com", about: randomUUID() });
  postmen.push(
    startMailWorker({
      db,
      log: silentLog,
      siteUrl: "https://www.example.com",
      traffic: { isBusy: () => false },
      postalAddressLines: [],
      composers: { test: () => Promise.resolve(content) },
      transport: {
        deliver: (letter) => {
          carried.push(letter);
          return Promise.resolve(delivery);
        },
        sendsEmail: true,
        describe: () => "A test.",
        close: () => undefined,
      },
    }),
  );
  const read = () => db.selectFrom("letters").selectAll().executeTakeFirstOrThrow();
  await until("the letter to be written down", async () => (await read()).subject !== null);
  return { carried: carried[0], kept: await read() };
}

describe("what only the recipient may read", () => {
  it.each<Delivery>([
    { kind: "sent", reply: "250 taken" },
    { kind: "not-sent" },
    { kind: "rejected", reply: `554 we do not like ${url}` },
    { kind: "deferred", reply: `451 later, ${url}`, isUnclear: true },
  ])("is in the letter, and in nothing that is kept of it: %j", async (delivery) => {
    const { carried, kept } = await carry(delivery);
    for (const written of [carried?.subject, carried?.text, carried?.html]) expect(written).toContain(secret);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(JSON.stringify(kept)).not.toContain(secret.slice(-20));
    expect(kept.bodyText).toContain("Open it:\nhttps://www.example.com/auth/reset/…\n");
    expect(kept.bodyHtml).toContain('href="https://www.example.com/auth/reset/…"');
    if ("reply" in delivery) expect(kept.lastReply).toBe(delivery.reply?.replace(secret, "…"));
  });
});
