import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { startMailWorker } from "#app/email/delivery/mail-worker.server.ts";

const { db } = testDatabase();

test("a letter to an address that nobody can have is not handed to the mail server, and says why", async () => {
  const outbox = createOutbox(() => undefined);
  await outbox.put(db, { kind: "test", recipient: "t.avery@lone-star-hvac.invalid", about: randomUUID() });
  await outbox.put(db, { kind: "test", recipient: "t.avery@lone-star-hvac.example", about: randomUUID() });
  const carried: string[] = [];
  const postman = startMailWorker({
    db,
    log: silentLog,
    siteUrl: "https://www.example.com",
    traffic: { isBusy: () => false },
    postalAddressLines: [],
    composers: {
      test: () =>
        Promise.resolve({
          subject: "A letter",
          preview: "",
          topic: "essential",
          audience: "visitor",
          heading: "A heading",
          blocks: [],
        }),
    },
    transport: {
      deliver: ({ to }) => {
        carried.push(to);
        return Promise.resolve({ kind: "sent", reply: "250 taken" });
      },
      sendsEmail: true,
      describe: () => "A test.",
      close: () => undefined,
    },
  });
  const read = () => db.selectFrom("letters").select(["recipient", "state", "lastReply"]).execute();
  await until("both to be settled", async () => (await read()).every(({ lastReply }) => lastReply !== null));
  await postman.stop();
  expect(carried).toEqual(["t.avery@lone-star-hvac.example"]);
  expect(await read()).toContainEqual({
    recipient: "t.avery@lone-star-hvac.invalid",
    state: "suppressed",
    lastReply: "Addresses under .invalid cannot receive email.",
  });
});
