import { expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBounceKeys } from "#tests/kit/mail-worker.ts";
import { until } from "#tests/kit/running-server.ts";
import { type BounceMailbox, MailboxError } from "./bounce-mailbox.ts";
import { readBounces } from "./bounce-reader.server.ts";

const { db } = testDatabase();

test("a mailbox that takes too long is read further in the next run, and a run without a message fails", async () => {
  let messages = 1;
  const mailbox: BounceMailbox = {
    id: "mailbox",
    describe: () => "",
    async *read(_, signal) {
      for (let lastUid = 1; lastUid <= messages; lastUid += 1) {
        yield { position: { uidValidity: "1", lastUid }, report: { kind: "unreadable" } };
      }
      await until("the end of the run", () => signal.aborted);
      throw new MailboxError("The connection was closed.");
    },
  };
  const read = async () => {
    await db
      .updateTable("bounceMailboxes")
      .set({ nextReadAt: new Date(0) })
      .execute();
    await readBounces({ db, bounceKeys: testBounceKeys, log: silentLog, mailbox }, undefined, 100);
    return db.selectFrom("bounceMailboxes").selectAll().executeTakeFirstOrThrow();
  };
  expect(await read()).toMatchObject({ unreadable: 1, failures: 0, claim: null });
  messages = 0;
  expect(await read()).toMatchObject({ failures: 1, claim: null });
});
