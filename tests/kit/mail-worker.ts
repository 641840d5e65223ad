import type { Kysely } from "kysely";
import { afterEach } from "vitest";
import type { Database } from "#app/data/schema/database.ts";
import type { Delivery, MailTransport, OutgoingEmail } from "#app/email/delivery/mail-transport.ts";
import {
  type MailWorker,
  type MailWorkerDeps,
  startMailWorker,
} from "#app/email/delivery/mail-worker.server.ts";
import { testKeyRing } from "./test-settings.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { createBounceKeys } from "#app/email/bounces/bounce-keys.server.ts";
import { silentLog } from "#app/platform/log.server.ts";

export const testContent: EmailContent = {
  subject: "A test",
  preview: "A preview of the email.",
  heading: "A heading",
  blocks: ["First."],
};

export const testBounceKeys = createBounceKeys(testKeyRing);

/** Emails that render `testContent`. */
export const testEmails = {
  "assessment-result": { category: "transactional", compose: () => Promise.resolve(testContent) },
} as const satisfies MailWorkerDeps["emails"];

/** A transport that replies as requested and records what it was given. */
export function createTestTransport(
  reply: (email: OutgoingEmail) => Promise<Delivery> | Delivery = () => ({ kind: "sent", reply: "250 OK" }),
): { transport: MailTransport; delivered: OutgoingEmail[] } {
  const delivered: OutgoingEmail[] = [];
  const transport: MailTransport = {
    async deliver(email) {
      delivered.push(email);
      return reply(email);
    },
    sendsEmail: true,
    describe: () => "A test.",
    close: () => undefined,
  };
  return { transport, delivered };
}

/** Starts mail workers that stop after each test. Call it at the top of a test file. */
export function testMailWorkers(db: Kysely<Database>) {
  const workers: MailWorker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  return (deps: Partial<MailWorkerDeps> & Pick<MailWorkerDeps, "transport">): MailWorker => {
    const worker = startMailWorker({
      db,
      log: silentLog,
      siteUrl: "https://www.example.com",
      bounceKeys: testBounceKeys,
      traffic: { isBusy: () => false },
      listPostalAddressLines: () => ["600 Example Street"],
      emails: testEmails,
      ...deps,
    });
    workers.push(worker);
    return worker;
  };
}
